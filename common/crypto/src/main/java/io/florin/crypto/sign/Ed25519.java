package io.florin.crypto.sign;

import io.florin.crypto.Bytes32;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/// Ed25519 (RFC 8032): public keys of 32 bytes, signatures of 64, deterministic signing.
///
/// Verification is strict and the same on every machine: the key must be canonical and not of small order, S below
/// the group order, and R equal byte by byte to the encoding of `S·B − h·A` (no cofactor). All methods may be
/// called from any thread.
public final class Ed25519 {
    /// Bytes in a seed (RFC 8032 calls it the private key).
    public static final int SEED_SIZE = 32;

    /// Bytes in a signature.
    public static final int SIGNATURE_SIZE = 64;

    private static final Ed25519Engine ENGINE = CorrettoEngine.load().orElseGet(BouncyCastleEngine::new);

    private Ed25519() {}

    /// The implementation at work: the Amazon Corretto Crypto Provider with its version, or Bouncy Castle.
    public static String provider() {
        return ENGINE.name();
    }

    /// A key pair from 32 bytes of the generator, which for a real key must be a `SecureRandom`.
    public static Ed25519KeyPair generate(RandomGenerator random) {
        byte[] seed = new byte[SEED_SIZE];
        random.nextBytes(seed);
        try {
            return fromSeed(seed);
        } finally {
            Arrays.fill(seed, (byte) 0);
        }
    }

    /// The key pair of a seed, which is copied.
    ///
    /// @throws IllegalArgumentException if the seed is not 32 bytes
    public static Ed25519KeyPair fromSeed(byte[] seed) {
        return new Ed25519KeyPair(seed, ENGINE);
    }

    /// Whether the signature is one of the message under the public key. False for every malformed input.
    public static boolean verify(Bytes32 publicKey, byte[] message, byte[] signature) {
        return verify(ENGINE, publicKey.toArray(), message, signature);
    }

    static boolean verify(Ed25519Engine engine, byte[] publicKey, byte[] message, byte[] signature) {
        return signature.length == SIGNATURE_SIZE
                && PublicKeyRules.accepts(publicKey)
                && engine.verify(publicKey, message, signature);
    }

    /// Whether the bytes may be used as a public key: canonical, on the curve, and not of small order. For keys
    /// that enter a register; costs a few microseconds.
    public static boolean isValidPublicKey(Bytes32 publicKey) {
        byte[] key = publicKey.toArray();
        return PublicKeyRules.accepts(key) && org.bouncycastle.math.ec.rfc8032.Ed25519.validatePublicKeyPartial(key, 0);
    }
}
