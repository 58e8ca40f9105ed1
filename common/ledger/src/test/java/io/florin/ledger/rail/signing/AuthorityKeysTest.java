package io.florin.ledger.rail.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AuthorityKeysTest {
    private final Random random = new Random(7);

    @Test
    void countsItsQuorum() {
        assertThat(new CommitteeSize(4).quorum()).isEqualTo(3);
        assertThat(new CommitteeSize(4).faults()).isEqualTo(1);
        assertThat(new CommitteeSize(31).quorum()).isEqualTo(21);
        assertThat(new CommitteeSize(31).faults()).isEqualTo(10);
    }

    @Test
    void isOfThreeTimesFaultsAndOne() {
        for (int size : new int[] {-2, 0, 1, 3, 5, 6, 8, 30, 32, 34}) {
            assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> new CommitteeSize(size));
        }
    }

    @Test
    void oneKeyHoldsOneSeat() {
        List<Bytes32> keys = new ArrayList<>(keys(4));
        keys.set(3, keys.getFirst());
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new AuthorityKeys(keys))
                .withMessageContaining("one key");
    }

    @Test
    void aKeyOfSmallOrderHoldsNoSeat() {
        List<Bytes32> keys = new ArrayList<>(keys(4));
        keys.set(1, Bytes32.ZERO);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new AuthorityKeys(keys))
                .withMessageContaining("not a valid");
    }

    private List<Bytes32> keys(int count) {
        return IntStream.range(0, count)
                .mapToObj(_ -> Ed25519.generate(random).publicKey())
                .toList();
    }
}
