package io.florin.crypto.seal;

import io.florin.crypto.Bytes32;
import java.util.Arrays;
import org.bouncycastle.math.ec.rfc7748.X25519;

/// An X25519 key pair (RFC 7748) that opens sealed boxes. Any thread; closing zeroes the private scalar.
public final class X25519KeyPair implements AutoCloseable {
    /// Bytes in a seed.
    public static final int SEED_SIZE = 32;

    private final byte[] scalar;
    private final Bytes32 publicKey;
    private volatile boolean closed;

    private X25519KeyPair(byte[] scalar) {
        this.scalar = scalar;
        byte[] encoded = new byte[Bytes32.SIZE];
        X25519.generatePublicKey(scalar, 0, encoded, 0);
        this.publicKey = Bytes32.of(encoded);
    }

    /// The key pair whose private scalar is the seed, clamped as RFC 7748 says. The seed is copied.
    ///
    /// @throws IllegalArgumentException if the seed is not 32 bytes
    public static X25519KeyPair fromSeed(byte[] seed) {
        if (seed.length != SEED_SIZE) {
            throw new IllegalArgumentException("a seed has 32 bytes, not " + seed.length);
        }
        return new X25519KeyPair(seed.clone());
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
        return X25519.calculateAgreement(scalar, 0, theirs, theirsOffset, secret, 0);
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
