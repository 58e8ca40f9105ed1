package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DueTurnsTest {

    private static final int PIECE = 1_000;

    private final Map<Long, Integer> payments = new TreeMap<>();
    private final Map<Long, Integer> lines = new TreeMap<>();
    private final List<String> planned = new ArrayList<>();
    private final DueTurns turns = new DueTurns(new DueTurns.Plans() {
        @Override
        public List<Long> walletsToPlan() {
            return List.copyOf(payments.keySet());
        }

        @Override
        public List<Long> walletsWithLines() {
            return List.copyOf(lines.keySet());
        }

        @Override
        public int plan(long wallet) {
            planned.add("payments of " + wallet);
            if (payments.getOrDefault(wallet, 0) < 0) {
                throw new IllegalStateException("cannot be planned");
            }
            int made = payments.getOrDefault(wallet, 0);
            payments.remove(wallet);
            return made;
        }

        @Override
        public int planLines(long wallet) {
            planned.add("lines of " + wallet);
            int piece = Math.min(PIECE, lines.getOrDefault(wallet, 0));
            if (piece > 0) {
                lines.computeIfPresent(wallet, (_, left) -> left - piece > 0 ? Integer.valueOf(left - piece) : null);
            }
            return piece;
        }
    });

    @Test
    void aPaymentWaitsForOnePieceOfOneFile() {
        lines.put(1L, 10 * PIECE);
        lines.put(2L, 10 * PIECE);
        turns.step();
        payments.put(9L, 1);
        turns.step();
        assertThat(planned).containsExactly("lines of 1", "payments of 9", "lines of 2");
    }

    @Test
    void filesTakeTurns() {
        lines.put(1L, 2 * PIECE);
        lines.put(2L, PIECE);
        lines.put(3L, 2 * PIECE);
        while (turns.step() > 0) {
            assertThat(planned).hasSizeLessThan(10);
        }
        assertThat(planned).containsExactly("lines of 1", "lines of 2", "lines of 3", "lines of 1", "lines of 3");
    }

    /// One whose money is under way costs another wallet's file no step.
    @Test
    void whoCanPayNothingNowIsPassedOver() {
        lines.put(1L, 0);
        lines.put(2L, PIECE);
        assertThat(turns.step()).isEqualTo(PIECE);
        assertThat(planned).containsExactly("lines of 1", "lines of 2");
    }

    @Test
    void aWalletThatCannotBePlannedHoldsUpNobody() {
        payments.put(1L, -1);
        payments.put(2L, 3);
        lines.put(3L, 5);
        assertThat(turns.step()).isEqualTo(8);
    }
}
