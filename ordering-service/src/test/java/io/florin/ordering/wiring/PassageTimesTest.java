package io.florin.ordering.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import io.florin.ordering.wiring.PassageTimes.Passage;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PassageTimesTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private Instant now = NOON;
    private final PassageTimes times = new PassageTimes(() -> now);

    private static Bytes32 bundle(int number) {
        byte[] bytes = new byte[Bytes32.SIZE];
        bytes[0] = (byte) number;
        bytes[1] = (byte) (number >> 8);
        return Bytes32.of(bytes);
    }

    private void at(long millis, Runnable what) {
        now = NOON.plusMillis(millis);
        what.run();
    }

    @Test
    void aBlockHasTheTimesOfItsFirstBundle() {
        at(1, () -> times.arrived(bundle(1)));
        at(2, () -> times.arrived(bundle(2)));
        at(3, () -> times.cut(List.of(bundle(2))));
        at(4, () -> times.arrived(bundle(1))); // a repeat
        at(5, () -> times.decided(7));
        at(6, () -> times.certified(7));
        at(7, () -> times.stored(7, List.of(bundle(1), bundle(2))));
        at(8, () -> times.published(7));
        assertThat(times.of(7))
                .contains(new Passage(
                        NOON.plusMillis(1),
                        NOON.plusMillis(3),
                        NOON.plusMillis(5),
                        NOON.plusMillis(6),
                        NOON.plusMillis(7),
                        NOON.plusMillis(8)));
    }

    @Test
    void whatDidNotPassHereHasNoTime() {
        at(1, () -> times.certified(3));
        at(2, () -> times.stored(3, List.of(bundle(9))));
        assertThat(times.of(3)).contains(new Passage(null, null, null, NOON.plusMillis(1), NOON.plusMillis(2), null));
        assertThat(times.of(4)).isEmpty();
    }

    @Test
    void oldBlocksAreForgotten() {
        for (long block = 1; block <= 5_000; block++) {
            times.decided(block);
        }
        assertThat(times.of(1)).isEmpty();
        assertThat(times.of(5_000)).isPresent();
    }
}
