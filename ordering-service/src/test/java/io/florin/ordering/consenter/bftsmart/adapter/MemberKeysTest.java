package io.florin.ordering.consenter.bftsmart.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bftsmart.tom.util.TOMUtil;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ordering.protocol.Certificates;
import io.florin.ordering.protocol.FakePartyKeys;
import io.florin.ordering.protocol.Parties;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The keys that the consensus library gets.
class MemberKeysTest {
    private static final Parties PARTIES = new Parties(List.of(1, 2, 3, 4), 1, 3);
    private static final ReplicaMapping MAPPING = new ReplicaMapping(PARTIES, 5);
    private static final byte[] MESSAGE = "vote".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path directory;

    private MemberKeys keys(int party) throws IOException {
        Path own = Files.createDirectories(directory.resolve("party-" + party));
        var certificates = new Certificates(new NetworkId(Bytes32.ZERO), PARTIES, new FakePartyKeys(party));
        return new MemberKeys(own, party, certificates);
    }

    private static PrivateKey ofTheLibrary(MemberKeys keys, int party) throws Exception {
        return keys.loader(MAPPING).loadPrivateKey(MAPPING.replicaOf(party));
    }

    private static BigInteger exponent(MemberKeys keys, int party) throws Exception {
        return new BigInteger(ofTheLibrary(keys, party).getEncoded()); // as the library makes it
    }

    @Test
    void theLibrarySignsWithThePartysKey() throws Exception {
        MemberKeys first = keys(1);
        byte[] signature = TOMUtil.signMessage(ofTheLibrary(first, 1), MESSAGE);
        assertThat(TOMUtil.verifySignature(first.publicKey(), MESSAGE, signature))
                .isTrue();
        assertThat(TOMUtil.verifySignature(keys(2).publicKey(), MESSAGE, signature))
                .isFalse();
    }

    @Test
    void theExponentOfAKeyAgreementIsShortAndAlwaysTheSame() throws Exception {
        BigInteger exponent = exponent(keys(1), 1);
        assertThat(exponent).isPositive();
        assertThat(exponent.bitLength()).isBetween(480, 512);
        assertThat(exponent(keys(1), 1)).as("after a start").isEqualTo(exponent);
        assertThat(exponent(keys(2), 2)).isNotEqualTo(exponent);
    }

    @Test
    void theExponentTellsNothingOfTheKeyAndIsNoKey() throws Exception {
        MemberKeys keys = keys(1);
        PrivateKey agreement = ofTheLibrary(keys, 1);
        BigInteger stored = new BigInteger(1, keys.privateKey().getEncoded());
        assertThat(stored.toString(16)).doesNotContain(exponent(keys, 1).toString(16));
        KeyFactory factory = KeyFactory.getInstance("RSA");
        assertThatThrownBy(() -> factory.generatePrivate(new PKCS8EncodedKeySpec(agreement.getEncoded())))
                .isInstanceOf(InvalidKeySpecException.class);
    }
}
