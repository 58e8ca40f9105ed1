package io.florin.crypto.bls;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// A BLS secret key: a scalar between 1 and r − 1, 32 bytes big-endian. Any thread; closing zeroes it.
///
/// All arithmetic on the scalar is blst's, which takes constant time, in native memory that is zeroed before it is
/// freed. Equality is identity, and it prints nothing.
public final class BlsSecretKey implements AutoCloseable {
    /// Bytes in a secret key.
    public static final int SIZE = 32;

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
        if (bytes.length != SIZE) {
            throw new IllegalArgumentException("a secret key has 32 bytes, not " + bytes.length);
        }
        try (SecretArena arena = new SecretArena()) {
            MemorySegment scalar = arena.scalar(bytes);
            if (!Blst.skCheck(scalar)) {
                throw new IllegalArgumentException("a secret key lies between 0 and the group order");
            }
            return new BlsSecretKey(bytes.clone());
        }
    }

    /// A fresh key by the KeyGen of draft-irtf-cfrg-bls-signature over 32 bytes of the generator, which for a real
    /// key must be a `SecureRandom`.
    public static BlsSecretKey generate(RandomGenerator random) {
        byte[] ikm = new byte[SIZE];
        random.nextBytes(ikm);
        try (SecretArena arena = new SecretArena()) {
            MemorySegment scalar = arena.scalar();
            Blst.keygen(scalar, arena.copyOf(ikm));
            return ofScalar(scalar, arena);
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
        try (SecretArena arena = new SecretArena()) {
            byte[] point = new byte[SIZE];
            for (int i = 0; i < Integer.BYTES; i++) {
                point[SIZE - 1 - i] = (byte) (x >>> (8 * i));
            }
            MemorySegment at = arena.scalar(point);
            MemorySegment value = arena.scalar(coefficients.getLast().openScalar());
            for (int i = coefficients.size() - 2; i >= 0; i--) {
                MemorySegment coefficient = arena.scalar(coefficients.get(i).openScalar());
                boolean nonZero = Blst.skMul(value, value, at) && Blst.skAdd(value, value, coefficient);
                if (!nonZero) {
                    throw new ArithmeticException("the polynomial is zero on the way to " + x);
                }
            }
            return ofScalar(value, arena);
        }
    }

    private static BlsSecretKey ofScalar(MemorySegment scalar, SecretArena arena) {
        MemorySegment bytes = arena.scalar();
        Blst.bendianFromScalar(bytes, scalar);
        return new BlsSecretKey(bytes.toArray(ValueLayout.JAVA_BYTE));
    }

    /// The public key of this secret key.
    ///
    /// @throws IllegalStateException after [#close]
    public BlsPublicKey publicKey() {
        try (SecretArena secrets = new SecretArena();
                Arena arena = Arena.ofConfined()) {
            MemorySegment point = arena.allocate(Blst.P2, Long.BYTES);
            MemorySegment affine = arena.allocate(Blst.P2_AFFINE, Long.BYTES);
            Blst.skToPk(point, secrets.scalar(openScalar()));
            Blst.p2ToAffine(affine, point);
            return BlsPublicKey.ofAffine(affine, arena);
        }
    }

    /// The signature of the message: its hash to G1 times this scalar. Deterministic.
    ///
    /// @throws IllegalStateException after [#close]
    public BlsSignature sign(byte[] message) {
        try (SecretArena secrets = new SecretArena();
                Arena arena = Arena.ofConfined()) {
            MemorySegment hash = arena.allocate(Blst.P1, Long.BYTES);
            MemorySegment point = arena.allocate(Blst.P1, Long.BYTES);
            MemorySegment affine = arena.allocate(Blst.P1_AFFINE, Long.BYTES);
            Blst.hashToG1(hash, arena.allocateFrom(ValueLayout.JAVA_BYTE, message), Bls.DST);
            Blst.sign(point, hash, secrets.scalar(openScalar()));
            Blst.p1ToAffine(affine, point);
            return BlsSignature.ofAffine(affine, arena);
        }
    }

    /// A copy of the scalar, 32 bytes big-endian, for storing it; the caller zeroes the copy.
    ///
    /// @throws IllegalStateException after [#close]
    public byte[] toBytes() {
        return openScalar().clone();
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

    private byte[] openScalar() {
        if (closed) {
            throw new IllegalStateException("the secret key is closed");
        }
        return scalar;
    }
}
