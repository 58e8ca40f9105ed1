package io.florin.crypto.seal;

import io.florin.crypto.Bytes32;
import java.util.List;

/// Questions with published answers, asked of a library before it computes for anybody. Takes a millisecond or two.
final class X25519SelfTest {
    /// The scalar, the other key and the secret: RFC 7748, section 5.2 (of the second key the highest bit is set; the
    /// first answer of the iterated ones), section 6.1 from both sides.
    private static final List<List<String>> ANSWERS = List.of(
            List.of(
                    "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
                    "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
                    "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"),
            List.of(
                    "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
                    "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
                    "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"),
            List.of(
                    "0900000000000000000000000000000000000000000000000000000000000000",
                    "0900000000000000000000000000000000000000000000000000000000000000",
                    "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079"),
            List.of(
                    "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
                    "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f",
                    "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"),
            List.of(
                    "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
                    "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a",
                    "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"));

    private X25519SelfTest() {}

    /// @throws IllegalStateException if an answer is wrong, or a key of small order taken
    static void pass(X25519Engine engine) {
        for (List<String> answer : ANSWERS) {
            byte[] secret = new byte[X25519Engine.SIZE];
            byte[] scalar = Bytes32.fromHex(answer.getFirst()).toArray();
            boolean agreed = agree(engine, scalar, Bytes32.fromHex(answer.get(1)), secret);
            if (!agreed || !Bytes32.of(secret).equals(Bytes32.fromHex(answer.get(2)))) {
                throw wrong(engine);
            }
        }
        byte[] scalar = Bytes32.fromHex(ANSWERS.getFirst().getFirst()).toArray();
        for (Bytes32 point : SmallOrder.coordinates()) {
            byte[] secret = new byte[X25519Engine.SIZE];
            if (agree(engine, scalar, point, secret) || !Bytes32.of(secret).equals(Bytes32.ZERO)) {
                throw wrong(engine);
            }
        }
    }

    private static boolean agree(X25519Engine engine, byte[] scalar, Bytes32 theirs, byte[] secret) {
        byte[] publicKey = new byte[X25519Engine.SIZE];
        org.bouncycastle.math.ec.rfc7748.X25519.generatePublicKey(scalar, 0, publicKey, 0);
        return engine.agree(scalar, publicKey, theirs.toArray(), 0, secret);
    }

    private static IllegalStateException wrong(X25519Engine engine) {
        return new IllegalStateException(engine.name() + " gives wrong answers for X25519 on this machine");
    }
}
