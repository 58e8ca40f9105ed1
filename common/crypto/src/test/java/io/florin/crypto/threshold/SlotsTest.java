package io.florin.crypto.threshold;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// One value for each session, sender and round, whatever arrives.
class SlotsTest {
    private static final Bytes32 SESSION = Sha256.hash(new byte[] {1});

    private final Slots slots = new Slots(SESSION, List.of(1, 2, 5), 2);

    private static PartyMessage message(int sender, int round, int content) {
        return new PartyMessage(SESSION, sender, round, Bytes.of(new byte[] {(byte) content}));
    }

    @Test
    void theFirstValueOfASlotCounts() {
        assertThat(slots.take(message(2, 1, 7))).isTrue();
        assertThat(slots.take(message(2, 1, 8))).isFalse();
        assertThat(slots.take(message(2, 1, 7))).isFalse();
        assertThat(slots.of(1)).containsExactly(Map.entry(2, Bytes.of(new byte[] {7})));
    }

    @Test
    void strangersOtherSessionsAndRoundsBeyondTheLastChangeNothing() {
        assertThat(slots.take(message(3, 1, 7))).isFalse();
        assertThat(slots.take(message(2, 3, 7))).isFalse();
        assertThat(slots.take(new PartyMessage(Bytes32.ZERO, 2, 1, Bytes.EMPTY)))
                .isFalse();
        assertThat(slots.of(1)).isEmpty();
        assertThat(slots.of(3)).isEmpty();
        assertThat(slots.missing(1)).containsExactly(1, 2, 5);
    }

    @Test
    void aRoundIsCompleteWhenAllWereHeardInItAndRoundsAheadWait() {
        for (int sender : List.of(5, 1, 2)) {
            assertThat(slots.isComplete(2)).isFalse();
            assertThat(slots.take(message(sender, 2, sender))).isTrue();
        }
        assertThat(slots.isComplete(2)).isTrue();
        assertThat(slots.of(2).keySet()).containsExactly(1, 2, 5);
        assertThat(slots.isComplete(1)).isFalse();
        assertThat(slots.missing(2)).isEmpty();
    }
}
