package io.florin.auditor.supply;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.NetworkId;
import java.util.Arrays;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SupplyProofTest {
    private static final Bytes32 ONES = Bytes32.fromHex("01".repeat(32));

    @Test
    void signsTheseBytesForEver() {
        var proof = new SupplyProof(new NetworkId(Bytes32.fromHex("0a".repeat(32))), figures(5, 30), ONES, ONES);

        assertThat(Bytes.of(proof.message()).toHex())
                .isEqualTo("16" + "666c6f72696e2f76312f737570706c792d70726f6f66" + "0a".repeat(32) + "0001" + "0000"
                        + "00000000" + "0000000000000005" + "0000000000000064" + "0000000000000046"
                        + "000000000000001e" + "01" + "01".repeat(32) + "01".repeat(32));
    }

    @Test
    void signsTheseBytesWhereMoneyIsOnRails() {
        var figures = new Figures(5, 1, 100, 70, 30, 12, true, new TreeMap<>());
        var proof = new SupplyProof(new NetworkId(Bytes32.fromHex("0a".repeat(32))), figures, ONES, ONES);

        assertThat(Bytes.of(proof.message()).toHex())
                .isEqualTo("16" + "666c6f72696e2f76312f737570706c792d70726f6f66" + "0a".repeat(32) + "0001" + "0001"
                        + "00000000" + "0000000000000005" + "0000000000000064" + "0000000000000046"
                        + "000000000000001e" + "000000000000000c" + "01" + "01".repeat(32) + "01".repeat(32));
    }

    @Test
    void isSignedForOneSetOfFigures() {
        var key = Ed25519.fromSeed(filled());
        var network = new NetworkId(ONES);
        var proof = new SupplyProof(network, figures(5, 30), ONES, ONES);
        Bytes signature = key.sign(proof.message());

        assertThat(proof.isSignedBy(key.publicKey(), signature)).isTrue();
        assertThat(new SupplyProof(network, figures(5, 31), ONES, ONES).isSignedBy(key.publicKey(), signature))
                .isFalse();
    }

    private static Figures figures(long block, long outstanding) {
        return new Figures(block, 1, 100, 70, outstanding, true, new TreeMap<>());
    }

    private static byte[] filled() {
        byte[] seed = new byte[32];
        Arrays.fill(seed, (byte) 3);
        return seed;
    }
}
