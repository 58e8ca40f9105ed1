package io.florin.crypto.seal;

import io.florin.crypto.Bytes32;
import java.util.Arrays;
import java.util.function.Supplier;
import org.bouncycastle.math.ec.rfc7748.X25519;

/// An X25519 key pair (RFC 7748) that opens sealed boxes. Any thread; closing zeroes the private scalar.
public final class X25519KeyPair implements AutoCloseable {
    /// Bytes in a seed.
    public static final int SEED_SIZE = 32;

    private final Supplier<X25519Engine> engine;
    private final byte[] scalar;
    private final byte[] encodedKey = new byte[Bytes32.SIZE];
    private final Bytes32 publicKey;
    private volatile boolean closed;

    /// The public key is by Bouncy Castle with every engine: its table of multiples of the base point beats OpenSSL's.
    private X25519KeyPair(byte[] scalar, Supplier<X25519Engine> engine) {
        this.engine = engine;
        this.scalar = scalar;
        X25519.generatePublicKey(scalar, 0, encodedKey, 0);
        this.publicKey = Bytes32.of(encodedKey);
    }

    /// The key pair whose private scalar is the seed, clamped as RFC 7748 says. The seed is copied.
    ///
    /// @throws IllegalArgumentException if the seed is not 32 bytes
    public static X25519KeyPair fromSeed(byte[] seed) {
        return fromSeed(seed, X25519Engine::current); // chosen when it is needed, since that takes a moment
    }

    static X25519KeyPair fromSeed(byte[] seed, X25519Engine engine) {
        return fromSeed(seed, () -> engine);
    }

    private static X25519KeyPair fromSeed(byte[] seed, Supplier<X25519Engine> engine) {
        if (seed.length != SEED_SIZE) {
            throw new IllegalArgumentException("a seed has 32 bytes, not " + seed.length);
        }
        return new X25519KeyPair(seed.clone(), engine);
    }

    /// The public key, 32 bytes.
    public Bytes32 publicKey() {
        return publicKey;
    }

    /// Writes the shared secret of 32 bytes; false if it is all zero (the other key is of small order).
    boolean agree(byte[] theirs, int theirsOffset, byte[] secret) {
        if (closed) {
            throw new IllegalStateException("the key pair is closed");
        }
        return engine.get().agree(scalar, encodedKey, theirs, theirsOffset, secret);
    }

    /// Zeroes the private scalar.
    @Override
    public void close() {
        closed = true;
        Arrays.fill(scalar, (byte) 0);
    }

    @Override
    public String toString() {
        return "X25519KeyPair[" + publicKey + "]";
    }
}
