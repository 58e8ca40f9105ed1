package io.florin.bank.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.doubles.api.UnaskedCommitter;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.LedgerHead;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.ResourceAccessException;

class LedgerHeightTest {

    private static final LongSupplier AWAY = () -> {
        throw new ResourceAccessException("away, or not signed by a committer");
    };

    private static LedgerHeight asking(LongSupplier... heads) {
        return asking(Set.of(), heads);
    }

    /// @param heads of committers 1, 2, …
    private static LedgerHeight asking(Set<Integer> without, LongSupplier... heads) {
        Map<Integer, CommitterApi> committers = new HashMap<>();
        for (LongSupplier head : heads) {
            committers.put(committers.size() + 1, committer(head));
        }
        return new LedgerHeight(committers, without);
    }

    private static CommitterApi committer(LongSupplier head) {
        return new UnaskedCommitter() {
            @Override
            public LedgerHead head() {
                return new LedgerHead("", head.getAsLong(), "", "", 1);
            }
        };
    }

    @Test
    void whoIsFurthestAheadSaysIt() {
        assertThat(asking(() -> 5, () -> 9, () -> 7).highest()).isEqualTo(9);
        assertThat(asking(() -> 0).highest()).isZero();
    }

    /// It may be the one that is furthest ahead.
    @Test
    void whileOneDoesNotAnswerNothingIsKnown() {
        assertThatThrownBy(asking(() -> 5, AWAY, () -> 7)::highest)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("committer 2");
        assertThatThrownBy(asking(AWAY, AWAY)::highest).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(asking()::highest).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void withoutWhomTheOperatorGoesNeedNotAnswer() {
        assertThat(asking(Set.of(1, 3), AWAY, () -> 9, AWAY).highest()).isEqualTo(9);
        assertThat(asking(Set.of(1), () -> 9, () -> 5).highest())
                .as("if it does, it counts")
                .isEqualTo(9);
        assertThatThrownBy(asking(Set.of(1), AWAY, () -> 9, AWAY)::highest).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(asking(Set.of(1), AWAY)::highest).isInstanceOf(IllegalStateException.class);
    }
}
