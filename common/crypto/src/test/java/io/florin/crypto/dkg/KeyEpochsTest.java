package io.florin.crypto.dkg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class KeyEpochsTest {
    private final KeyEpochs<String> two = KeyEpochs.first("old", 10).rekeyed("new", 100, 20);

    @Test
    void bothKeysAreAcceptedDuringTheOverlapAndOnlyTheNewOneSigns() {
        assertThat(two.signing(9)).isEmpty();
        assertThat(two.signing(99).map(KeyEpochs.Epoch::key)).contains("old");
        assertThat(two.signing(100).map(KeyEpochs.Epoch::key)).contains("new");
        assertThat(two.accepted(1, 9)).isEmpty();
        assertThat(two.accepted(1, 119)).contains("old");
        assertThat(two.accepted(1, 120)).isEmpty();
        assertThat(two.accepted(2, 99)).isEmpty();
        assertThat(two.accepted(2, 100)).contains("new");
        assertThat(two.accepted(3, 100)).isEmpty();
    }

    @Test
    void gapsAndThreeKeysAtOnceAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> two.rekeyed("newest", 110, 5)); // "old" is still accepted
        assertThat(two.rekeyed("newest", 120, 5).accepted(2, 124)).contains("new");
        assertThatIllegalArgumentException().isThrownBy(() -> two.rekeyed("newest", 100, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> two.rekeyed("newest", 200, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyEpochs<String>(List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyEpochs.Epoch<>(0, "key", 1, 2));
    }
}
