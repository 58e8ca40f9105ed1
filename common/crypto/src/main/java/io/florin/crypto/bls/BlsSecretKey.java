package io.florin.crypto.bls;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.G2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Hkdf;
import io.florin.crypto.hash.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// A BLS secret key: a scalar between 1 and r − 1, 32 bytes big-endian. Any thread; closing zeroes it.
///
/// Arithmetic on the scalar takes constant time, and native memory that it touched is zeroed. While it is used, the
/// scalar is also in short-lived objects of the heap, which only the garbage collector clears. Equality is identity,
/// and it prints nothing.
public final class BlsSecretKey implements AutoCloseable {
    /// Bytes in a secret key.
    public static final int SIZE = Scalar.SIZE;

    private static final byte[] SALT = "BLS-SIG-KEYGEN-SALT-".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] WIDE_SIZE_INFO = {0, Scalar.WIDE_SIZE};

    private final byte[] scalar;
    private volatile boolean closed;

    private BlsSecretKey(byte[] scalar) {
        this.scalar = scalar;
    }

    /// Reads a scalar of 32 bytes, big-endian, which are copied.
    ///
    /// @throws IllegalArgumentException if the length is another, or the scalar is zero or not below the group
    /// order
    public static BlsSecretKey of(byte[] bytes) {
        return of(Scalar.ofCanonical(bytes));
    }

    /// The key that is this scalar.
    ///
    /// @throws IllegalArgumentException if it is zero
    public static BlsSecretKey of(Scalar scalar) {
        if (scalar.isZero()) {
            throw new IllegalArgumentException("a secret key is not zero");
        }
        return new BlsSecretKey(scalar.toBytes());
    }

    /// A fresh key by the KeyGen of draft-irtf-cfrg-bls-signature over 32 bytes of the generator, which for a real
    /// key must be a `SecureRandom`.
    public static BlsSecretKey generate(RandomGenerator random) {
        byte[] ikm = new byte[SIZE + 1]; // a zero byte follows, as KeyGen has it
        byte[] fresh = new byte[SIZE];
        random.nextBytes(fresh);
        System.arraycopy(fresh, 0, ikm, 0, SIZE);
        Arrays.fill(fresh, (byte) 0);
        byte[] salt = SALT;
        try {
            while (true) { // ends at once, unless a hash is zero modulo r
                salt = Sha256.digest(salt);
                byte[] wide = Hkdf.derive(ikm, salt, WIDE_SIZE_INFO, Scalar.WIDE_SIZE);
                Scalar scalar = Scalar.ofWide(wide);
                Arrays.fill(wide, (byte) 0);
                if (!scalar.isZero()) {
                    return of(scalar);
                }
            }
        } finally {
            Arrays.fill(ikm, (byte) 0);
        }
    }

    /// The value at x of the polynomial with these coefficients, the constant first, modulo the group order:
    /// Shamir's sharing.
    ///
    /// @throws IllegalArgumentException if there is no coefficient or x is below 1
    /// @throws ArithmeticException if the value is zero, which happens by chance once in 2²⁵⁵ polynomials
    public static BlsSecretKey evaluate(List<BlsSecretKey> coefficients, int x) {
        if (coefficients.isEmpty() || x < 1) {
            throw new IllegalArgumentException("a polynomial and a positive x are needed");
        }
        Scalar at = Scalar.ofLong(x);
        Scalar value = Scalar.ZERO;
        for (BlsSecretKey coefficient : coefficients.reversed()) {
            value = value.multiply(at).add(coefficient.scalar());
        }
        if (value.isZero()) {
            throw new ArithmeticException("the polynomial is zero at " + x);
        }
        return of(value);
    }

    /// The public key of this secret key.
    ///
    /// @throws IllegalStateException after [#close]
    public BlsPublicKey publicKey() {
        return BlsPublicKey.of(G2.generator().multiply(scalar()));
    }

    /// The signature of the message: its hash to G1 times this scalar. Deterministic.
    ///
    /// @throws IllegalStateException after [#close]
    public BlsSignature sign(byte[] message) {
        return BlsSignature.of(G1.hashTimes(message, Bls.SUITE, scalar()));
    }

    /// A copy of the scalar, 32 bytes big-endian, for storing it; the caller zeroes the copy.
    ///
    /// @throws IllegalStateException after [#close]
    public byte[] toBytes() {
        return openBytes().clone();
    }

    /// The scalar, for arithmetic with other secrets.
    ///
    /// @throws IllegalStateException after [#close]
    public Scalar scalar() {
        return Scalar.ofCanonical(openBytes());
    }

    /// Zeroes the scalar.
    @Override
    public void close() {
        closed = true;
        Arrays.fill(scalar, (byte) 0);
    }

    @Override
    public String toString() {
        return "BlsSecretKey";
    }

    private byte[] openBytes() {
        if (closed) {
            throw new IllegalStateException("the secret key is closed");
        }
        return scalar;
    }
}
