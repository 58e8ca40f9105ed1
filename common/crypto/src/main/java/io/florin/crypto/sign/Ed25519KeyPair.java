package io.florin.crypto.sign;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import java.util.Arrays;

/// An Ed25519 key pair; made by [Ed25519]. Signs from any thread until it is closed, which zeroes the seed.
///
/// Equality is identity, and it prints only its public half.
public final class Ed25519KeyPair implements AutoCloseable {
    private final byte[] seed;
    private final Bytes32 publicKey;
    private final Ed25519Engine.Signer signer;
    private volatile boolean closed;

    Ed25519KeyPair(byte[] seed, Ed25519Engine engine) {
        if (seed.length != Ed25519.SEED_SIZE) {
            throw new IllegalArgumentException("a seed has 32 bytes, not " + seed.length);
        }
        this.seed = seed.clone();
        byte[] encoded = new byte[Bytes32.SIZE];
        org.bouncycastle.math.ec.rfc8032.Ed25519.generatePublicKey(this.seed, 0, encoded, 0);
        this.publicKey = Bytes32.of(encoded);
        this.signer = engine.signer(this.seed);
    }

    /// The public key, 32 bytes.
    public Bytes32 publicKey() {
        return publicKey;
    }

    /// The signature of the message, 64 bytes; the same message always gives the same signature.
    ///
    /// @throws IllegalStateException after [#close]
    public Bytes sign(byte[] message) {
        requireOpen();
        return Bytes.of(signer.sign(message));
    }

    /// A copy of the seed, for storing it; the caller zeroes the copy.
    ///
    /// @throws IllegalStateException after [#close]
    public byte[] seed() {
        requireOpen();
        return seed.clone();
    }

    /// Zeroes the seed and forgets native copies. Closing while another thread signs is the caller's mistake: that
    /// signature may be of no use.
    @Override
    public void close() {
        closed = true;
        signer.close();
        Arrays.fill(seed, (byte) 0);
    }

    @Override
    public String toString() {
        return "Ed25519KeyPair[" + publicKey + "]";
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the key pair is closed");
        }
    }
}
