package io.florin.ordering.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.NetworkConfiguration.Ordering;
import io.florin.ledger.config.NetworkConfiguration.Party;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BatchTest {
    private final Ed25519KeyPair first = Ed25519.generate(new Random(1));
    private final Ed25519KeyPair second = Ed25519.generate(new Random(2));
    private final Ordering ordering = new Ordering(
            0, false, List.of(new Party(1, "a", first.publicKey()), new Party(2, "b", second.publicKey())));
    private final Certificates certificates = new Certificates(
            new NetworkId(Sha256.hash(new byte[] {1})), Parties.of(ordering), new Ed25519PartyKeys(1, first, ordering));

    @Test
    void comesBackFromItsEncodingWithItsSignature() {
        Batch batch = batch(1).signed(certificates);
        Batch read = Batch.decode(batch.encode());
        assertThat(read).isEqualTo(batch);
        assertThat(read.isSigned(certificates)).isTrue();
    }

    @Test
    void isNotSignedByAnotherPartyOrForAnotherLane() {
        Batch batch = batch(1).signed(certificates);
        assertThat(batch(2).signed(certificates).isSigned(certificates)).isFalse();
        Batch moved = new Batch(1, 5, 6, 3, 7, batch.entries(), batch.signature());
        assertThat(moved.isSigned(certificates)).isFalse();
    }

    @Test
    void refusesBytesThatAreNoBatch() {
        byte[] encoded = batch(1).signed(certificates).encode();
        for (int length = 0; length < encoded.length; length++) {
            byte[] cut = Arrays.copyOf(encoded, length);
            assertThatThrownBy(() -> Batch.decode(cut)).isInstanceOf(DecodeException.class);
        }
        assertThatThrownBy(() -> Batch.decode(Arrays.copyOf(encoded, encoded.length + 1)))
                .isInstanceOf(DecodeException.class);
    }

    @Test
    void refusesTooManyBytesAndEmptyEntries() {
        Bytes half = Bytes.of(new byte[Batch.ENTRIES_BYTES_MAX / 2 + 1]);
        assertThatThrownBy(() -> new Batch(1, 1, 1, 0, 0, List.of(half, half), Bytes.EMPTY))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Batch(1, 1, 1, 0, 0, List.of(Bytes.EMPTY), Bytes.EMPTY))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Batch(1, 1, 1, 0, 0, List.of(), Bytes.EMPTY))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /// Each would cost all parties a pairing check while they make headers.
    @Test
    void refusesASecondBundleOfTheConfigurationNamespace() {
        Bytes configuration = Bytes.of(new byte[] {1, 0, 0, 9});
        Bytes payment = Bytes.of(new byte[] {1, 0, 1, 9});
        Batch one = new Batch(1, 1, 1, 0, 0, List.of(payment, configuration, payment), Bytes.EMPTY);
        assertThat(one.entries()).hasSize(3);
        assertThatThrownBy(() -> new Batch(1, 1, 1, 0, 0, List.of(configuration, configuration), Bytes.EMPTY))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Batch batch(int party) {
        return new Batch(
                party, 5, 6, 2, 7, List.of(Bytes.of(new byte[] {1}), Bytes.of(new byte[] {2, 3})), Bytes.EMPTY);
    }
}
