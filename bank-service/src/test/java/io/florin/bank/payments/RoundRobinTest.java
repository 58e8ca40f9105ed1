package io.florin.bank.payments;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Rounds of eight pieces of work.
class RoundRobinTest {

    private final RoundRobin turns = new RoundRobin();
    private final Map<Long, Integer> open = new HashMap<>();
    private final List<Long> asked = new ArrayList<>();

    /// @return whose pieces they are
    private List<Long> round() {
        List<Long> round = turns.round(
                open.keySet().stream().sorted().toList(),
                wallet -> {
                    asked.add(wallet);
                    return Collections.nCopies(open.getOrDefault(wallet, 0), wallet);
                },
                8);
        round.forEach(wallet -> open.merge(wallet, -1, Integer::sum));
        open.values().removeIf(left -> left == 0);
        return round;
    }

    @Test
    void aThousandPaymentsOfOneWalletDelayNobody() {
        open.put(1L, 1_000);
        assertThat(round()).hasSize(8).containsOnly(1L);
        open.put(2L, 1);
        open.put(3L, 2);
        assertThat(round()).containsExactly(2L, 3L, 1L, 3L, 1L, 1L, 1L, 1L);
        assertThat(open).isEqualTo(Map.of(1L, 1_000 - 8 - 5));
    }

    @Test
    void manyWalletsTakeTurnsFromRoundToRound() {
        LongStream.rangeClosed(1, 20).forEach(wallet -> open.put(wallet, 1_000));
        assertThat(round()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
        assertThat(round()).containsExactly(9L, 10L, 11L, 12L, 13L, 14L, 15L, 16L);
        assertThat(round()).containsExactly(17L, 18L, 19L, 20L, 1L, 2L, 3L, 4L);
    }

    /// Planning a wallet costs time too.
    @Test
    void noMoreWalletsArePlannedThanHaveATurn() {
        LongStream.rangeClosed(1, 500).forEach(wallet -> open.put(wallet, 2));
        round();
        assertThat(asked).hasSize(8);
    }

    @Test
    void whoHasNothingToDoTakesNoTurn() {
        assertThat(turns.round(List.of(1L, 2L, 3L), wallet -> wallet == 2 ? List.of("a", "b") : List.of(), 8))
                .containsExactly("a", "b");
        assertThat(turns.round(List.of(), _ -> List.of("a"), 8)).isEmpty();
    }
}
