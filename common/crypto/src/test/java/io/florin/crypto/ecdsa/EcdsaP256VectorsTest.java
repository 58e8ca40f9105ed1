package io.florin.crypto.ecdsa;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import io.florin.crypto.Vectors;
import java.math.BigInteger;
import java.security.Provider;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// Wycheproof, under both providers: the verdict is exactly the published one, and the platform's own rule refuses
/// in addition those with a high s and nothing else.
class EcdsaP256VectorsTest {
    static List<Provider> providers() {
        return List.of(AmazonCorrettoCryptoProvider.INSTANCE, EcdsaP256.sun());
    }

    @ParameterizedTest
    @MethodSource("providers")
    void signaturesInP1363(Provider provider) {
        int cases = 0;
        int high = 0;
        for (JsonNode group : Vectors.json("wycheproof/ecdsa_secp256r1_sha256_p1363_test.json")
                .get("testGroups")) {
            P256Point key = key(group);
            for (JsonNode test : group.get("tests")) {
                boolean valid = test.get("result").asString().equals("valid");
                byte[] signature = hex(test.get("sig"));
                assertThat(EcdsaP256.verify(provider, key, hex(test.get("msg")), signature))
                        .as("%s case %s, %s", provider.getName(), test.get("tcId"), test.get("comment"))
                        .isEqualTo(valid);
                boolean low = valid && isLow(signature);
                assertThat(EcdsaP256.verifyLowS(key, hex(test.get("msg")), signature))
                        .isEqualTo(low);
                high += valid && !low ? 1 : 0;
                cases++;
            }
        }
        assertThat(cases).isEqualTo(262);
        assertThat(high).isPositive();
    }

    @ParameterizedTest
    @MethodSource("providers")
    void signaturesInDer(Provider provider) {
        int cases = 0;
        for (JsonNode group :
                Vectors.json("wycheproof/ecdsa_secp256r1_sha256_test.json").get("testGroups")) {
            P256Point key = key(group);
            for (JsonNode test : group.get("tests")) {
                boolean verdict = EcdsaP256.fromDer(hex(test.get("sig")))
                        .filter(signature -> EcdsaP256.verify(provider, key, hex(test.get("msg")), signature))
                        .isPresent();
                assertThat(verdict)
                        .as("%s case %s, %s", provider.getName(), test.get("tcId"), test.get("comment"))
                        .isEqualTo(test.get("result").asString().equals("valid"));
                cases++;
            }
        }
        assertThat(cases).isEqualTo(484);
    }

    private static boolean isLow(byte[] signature) {
        BigInteger s = new BigInteger(1, signature, 32, 32);
        return s.shiftLeft(1).compareTo(P256.SCALARS.modulus()) < 0;
    }

    private static P256Point key(JsonNode group) {
        return P256Point.decode(hex(group.get("publicKey").get("uncompressed")));
    }

    private static byte[] hex(JsonNode node) {
        return HexFormat.of().parseHex(node.asString());
    }
}
