package io.florin.bank.payments;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Rounds of eight pieces of work.
class RoundRobinTest {

    private final RoundRobin<Object> turns = new RoundRobin<>(8);
    private final Map<Long, Integer> open = new HashMap<>();
    private final List<Long> asked = new ArrayList<>();
    private final Set<Long> unfinished = new TreeSet<>();

    /// @return whose pieces they are
    private List<Object> round() {
        List<Object> round = round(open.keySet().stream().sorted().toList(), wallet -> {
            asked.add(wallet);
            return Collections.nCopies(open.getOrDefault(wallet, 0), wallet);
        });
        round.forEach(wallet -> open.merge((Long) wallet, -1, Integer::sum));
        open.values().removeIf(left -> left == 0);
        return round;
    }

    private List<Object> round(List<Long> wallets, LongFunction<List<?>> work) {
        turns.begin(wallets);
        for (OptionalLong next = turns.next(); next.isPresent(); next = turns.next()) {
            turns.offer(next.getAsLong(), List.copyOf(work.apply(next.getAsLong())));
        }
        return turns.take(unfinished);
    }

    @Test
    void aThousandPaymentsOfOneWalletDelayNobody() {
        open.put(1L, 1_000);
        assertThat(round()).hasSize(8).containsOnly(1L);
        open.put(2L, 1);
        open.put(3L, 2);
        assertThat(round()).containsExactly(2L, 3L, 1L, 3L, 1L, 1L, 1L, 1L);
        assertThat(open).isEqualTo(Map.of(1L, 1_000 - 8 - 5));
        assertThat(unfinished).containsExactly(1L);
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

    /// Whoever is asked may have something: a round is not asked for more than it has room for.
    @Test
    void manyAreAskedAtOnceButNoMoreThanHaveATurn() {
        turns.begin(LongStream.rangeClosed(1, 20).boxed().toList());
        List<Long> first = new ArrayList<>();
        for (OptionalLong next = turns.next(); next.isPresent(); next = turns.next()) {
            first.add(next.getAsLong());
        }
        assertThat(first).hasSize(8);
        assertThat(turns.isAsking()).isTrue();
        first.forEach(wallet -> turns.offer(wallet, wallet % 2 == 0 ? List.of(wallet) : List.of()));
        assertThat(turns.isAsking()).isFalse();
        for (int room = 4; room > 0; room--) {
            assertThat(turns.next()).isPresent();
        }
        assertThat(turns.next()).isEmpty();
    }

    @Test
    void whoHasNothingToDoTakesNoTurn() {
        assertThat(round(List.of(1L, 2L, 3L), wallet -> wallet == 2 ? List.of("a", "b") : List.of()))
                .containsExactly("a", "b");
        assertThat(round(List.of(), _ -> List.of("a"))).isEmpty();
    }
}
