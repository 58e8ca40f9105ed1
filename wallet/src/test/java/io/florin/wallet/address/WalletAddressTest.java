package io.florin.wallet.address;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.fixture.TestNetwork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WalletAddressTest {

    private final TestNetwork network = new TestNetwork(11);
    private final OwnerKey owner = new OwnerKey(network.newKey().publicKey());

    @Test
    void notesAreSealedToAnOrdinaryKey() {
        try (X25519KeyPair notes = X25519KeyPair.fromSeed(network.newBytes(32))) {
            assertThat(new WalletAddress(owner, notes.publicKey()).takesNotes()).isTrue();
        }
    }

    /// The points of small order of Curve25519 (RFC 7748, section 6.1, names the check): 0, 1, the two of order 8, and
    /// their twins above the prime.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0000000000000000000000000000000000000000000000000000000000000000",
                "0100000000000000000000000000000000000000000000000000000000000000",
                "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
                "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
                "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
            })
    void noNoteIsSealedToAKeyOfSmallOrder(String key) {
        assertThat(new WalletAddress(owner, Bytes32.fromHex(key)).takesNotes()).isFalse();
    }
}
