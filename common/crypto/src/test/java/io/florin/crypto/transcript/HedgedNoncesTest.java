package io.florin.crypto.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.group.Scalar;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class HedgedNoncesTest {
    /// A source that is stuck.
    private static final RandomGenerator STUCK = () -> 0L;

    private static Scalar first(String purpose, int binding, long secret, RandomGenerator random) {
        try (HedgedNonces nonces =
                new HedgedNonces(purpose, new byte[] {(byte) binding}, List.of(Scalar.ofLong(secret)), random)) {
            return nonces.next();
        }
    }

    @Test
    void differForEveryPurposeBindingAndSecretThoughTheSourceIsStuck() {
        Set<Scalar> nonces = new HashSet<>();
        nonces.add(first("A", 1, 1, STUCK));
        nonces.add(first("B", 1, 1, STUCK));
        nonces.add(first("A", 2, 1, STUCK));
        nonces.add(first("A", 1, 2, STUCK));
        nonces.add(first("A", 1, 1, () -> 1L));
        assertThat(nonces).hasSize(5);
    }

    /// A closed one has forgotten what nonces follow from.
    @Test
    void nothingOfTheSecretsIsLeftAfterClosing() {
        byte[] binding = {1};
        HedgedNonces closed = new HedgedNonces("A", binding, List.of(Scalar.ofLong(5)), STUCK);
        HedgedNonces other = new HedgedNonces("B", binding, List.of(Scalar.ofLong(6)), STUCK);
        try (HedgedNonces open = new HedgedNonces("A", binding, List.of(Scalar.ofLong(5)), STUCK)) {
            assertThat(closed.next()).isEqualTo(open.next()).isNotEqualTo(other.next());
            closed.close();
            other.close();
            assertThat(closed.next()).isNotEqualTo(open.next()).isEqualTo(other.next());
        }
    }

    @Test
    void nextIsFresh() {
        try (HedgedNonces nonces = new HedgedNonces("A", new byte[0], List.of(), STUCK)) {
            assertThat(new HashSet<>(nonces.next(50))).hasSize(50);
            assertThat(nonces).hasToString("HedgedNonces");
        }
    }
}
