package io.florin.crypto.sign;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Vectors;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class Ed25519VectorsTest {
    static List<Ed25519Engine> engines() {
        return List.of(CorrettoEngine.load().orElseThrow(), new BouncyCastleEngine());
    }

    @ParameterizedTest
    @MethodSource("engines")
    void wycheproof(Ed25519Engine engine) {
        int cases = 0;
        for (JsonNode group : Vectors.json("wycheproof/ed25519_test.json").get("testGroups")) {
            byte[] key = hex(group.get("publicKey").get("pk"));
            for (JsonNode test : group.get("tests")) {
                boolean valid = test.get("result").asString().equals("valid");
                assertThat(Ed25519.verify(engine, key, hex(test.get("msg")), hex(test.get("sig"))))
                        .as("%s case %s, %s", engine.name(), test.get("tcId"), test.get("comment"))
                        .isEqualTo(valid);
                cases++;
            }
        }
        assertThat(cases).isEqualTo(151);
    }

    /// speccheck's twelve. 0 and 1: key of small order; 2 and 3: components of small order, but the equation holds
    /// without the cofactor; 4 and 5: it holds only with it; 6 and 7: S not below the order; 8 and 9: R not
    /// canonical; 10 and 11: key not canonical.
    @ParameterizedTest
    @MethodSource("engines")
    void edgeCases(Ed25519Engine engine) {
        List<Boolean> verdicts = new ArrayList<>();
        for (JsonNode test : Vectors.json("wycheproof/ed25519-edge-cases.json")) {
            verdicts.add(Ed25519.verify(
                    engine, hex(test.get("pub_key")), hex(test.get("message")), hex(test.get("signature"))));
        }
        assertThat(verdicts)
                .containsExactly(false, false, true, true, false, false, false, false, false, false, false, false);
    }

    private static byte[] hex(JsonNode node) {
        return HexFormat.of().parseHex(node.asString());
    }
}
