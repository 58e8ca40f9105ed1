package io.florin.crypto.bls;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;

/// BLS signatures on BLS12-381, basic scheme, minimal signature size: draft-irtf-cfrg-bls-signature with the suite
/// `BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_` (hash to G1 by RFC 9380).
///
/// Stateless; any thread. Points are checked when they are decoded, so verifying is two Miller loops and one final
/// exponentiation. The work is blst's, in native memory confined to each call.
public final class Bls {
    /// The suite's domain separation tag.
    public static final String SUITE = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

    /// The order r of G1 and G2.
    public static final BigInteger GROUP_ORDER =
            new BigInteger("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001", 16);

    static final MemorySegment DST =
            Arena.global().allocateFrom(ValueLayout.JAVA_BYTE, SUITE.getBytes(StandardCharsets.US_ASCII));

    private static final MemorySegment G2_GENERATOR = Blst.generatorOfG2();
    private static final int SCALAR_BITS = 255;
    private static final int MULTIPLIER_BITS = 128;
    private static final int MULTIPLIER_BYTES = MULTIPLIER_BITS / 8;

    private Bls() {}

    /// Whether the signature is the one of the message under the key.
    public static boolean verify(BlsPublicKey key, byte[] message, BlsSignature signature) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment hash = arena.allocate(Blst.P1, Long.BYTES);
            MemorySegment hashAffine = arena.allocate(Blst.P1_AFFINE, Long.BYTES);
            Blst.hashToG1(hash, arena.allocateFrom(ValueLayout.JAVA_BYTE, message), DST);
            Blst.p1ToAffine(hashAffine, hash);
            MemorySegment signatureAffine = arena.allocate(Blst.P1_AFFINE, Long.BYTES);
            signature.copyAffineTo(signatureAffine);
            return pairingsAgree(arena, key, hashAffine, signatureAffine);
        }
    }

    /// Whether every signature is the one of its message under the one key: both sides of the equation are summed
    /// with random odd 128-bit multipliers, so a batch with a wrong signature passes with probability 2^-127 at
    /// most. A failed batch does not tell which one is wrong. True for an empty batch.
    ///
    /// @param random must be unpredictable to whoever made the signatures: a `SecureRandom`
    /// @throws IllegalArgumentException if there are not as many signatures as messages
    public static boolean verifyBatchSameKey(
            BlsPublicKey key, List<byte[]> messages, List<BlsSignature> signatures, RandomGenerator random) {
        int count = messages.size();
        if (signatures.size() != count) {
            throw new IllegalArgumentException(count + " messages, " + signatures.size() + " signatures");
        }
        if (count == 0) {
            return true;
        }
        if (count == 1) {
            return verify(key, messages.getFirst(), signatures.getFirst());
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment hashes = hashAll(arena, messages);
            MemorySegment multipliers = multipliers(arena, count, random);
            MemorySegment hashSum = sum(arena, hashes, multipliers, count, MULTIPLIER_BITS);
            MemorySegment signatureSum = sum(arena, affines(arena, signatures), multipliers, count, MULTIPLIER_BITS);
            return pairingsAgree(arena, key, hashSum, signatureSum);
        }
    }

    /// The sum of scalarᵢ · signatureᵢ, as threshold signatures are combined. Scalars are public and taken modulo
    /// the group order.
    ///
    /// @throws IllegalArgumentException if the lists differ in length or are empty, or the sum is infinity
    public static BlsSignature linearCombination(List<BlsSignature> signatures, List<BigInteger> scalars) {
        int count = signatures.size();
        if (count == 0 || count != scalars.size()) {
            throw new IllegalArgumentException(count + " signatures, " + scalars.size() + " scalars");
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment multipliers = arena.allocate(count * Blst.SCALAR, Long.BYTES);
            for (int i = 0; i < count; i++) {
                MemorySegment target = multipliers.asSlice(i * Blst.SCALAR, Blst.SCALAR);
                writeLittleEndian(scalars.get(i).mod(GROUP_ORDER), target);
            }
            return BlsSignature.ofAffine(
                    sum(arena, affines(arena, signatures), multipliers, count, SCALAR_BITS), arena);
        }
    }

    /// The uncompressed hash of a message to G1 under a domain separation tag, 96 bytes: for RFC 9380's vectors.
    static byte[] hashToG1(byte[] message, byte[] dst) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment hash = arena.allocate(Blst.P1, Long.BYTES);
            MemorySegment affine = arena.allocate(Blst.P1_AFFINE, Long.BYTES);
            MemorySegment encoded = arena.allocate(Blst.P1_AFFINE);
            Blst.hashToG1(
                    hash,
                    arena.allocateFrom(ValueLayout.JAVA_BYTE, message),
                    arena.allocateFrom(ValueLayout.JAVA_BYTE, dst));
            Blst.p1ToAffine(affine, hash);
            Blst.p1Serialize(encoded, affine);
            return encoded.toArray(ValueLayout.JAVA_BYTE);
        }
    }

    /// e(hash, key) = e(signature, generator of G2), computed as one product. Infinity on either side, which
    /// decoded points and honest multipliers never give, is a failure. Overwrites the signature with its negative.
    private static boolean pairingsAgree(Arena arena, BlsPublicKey key, MemorySegment hash, MemorySegment signature) {
        if (Blst.p1IsInfinity(hash) || Blst.p1IsInfinity(signature)) {
            return false;
        }
        Blst.p1Negate(signature);
        MemorySegment keyAffine = arena.allocate(Blst.P2_AFFINE, Long.BYTES);
        key.copyAffineTo(keyAffine);
        MemorySegment product = arena.allocate(Blst.FP12, Long.BYTES);
        Blst.millerLoop(product, pointers(arena, keyAffine, G2_GENERATOR), pointers(arena, hash, signature), 2);
        Blst.finalExp(product, product);
        return Blst.fp12IsOne(product);
    }

    private static MemorySegment hashAll(Arena arena, List<byte[]> messages) {
        int count = messages.size();
        MemorySegment points = arena.allocate(count * Blst.P1, Long.BYTES);
        long offset = 0;
        for (byte[] message : messages) {
            MemorySegment point = points.asSlice(offset, Blst.P1);
            Blst.hashToG1(point, arena.allocateFrom(ValueLayout.JAVA_BYTE, message), DST);
            offset += Blst.P1;
        }
        MemorySegment affines = arena.allocate(count * Blst.P1_AFFINE, Long.BYTES);
        Blst.p1sToAffine(affines, pointers(arena, points, MemorySegment.NULL), count);
        return affines;
    }

    private static MemorySegment multipliers(Arena arena, int count, RandomGenerator random) {
        byte[] bytes = new byte[count * MULTIPLIER_BYTES];
        random.nextBytes(bytes);
        for (int i = 0; i < bytes.length; i += MULTIPLIER_BYTES) {
            bytes[i] |= 1; // never zero, at the price of one bit
        }
        return arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
    }

    private static MemorySegment affines(Arena arena, List<BlsSignature> signatures) {
        MemorySegment points = arena.allocate(signatures.size() * Blst.P1_AFFINE, Long.BYTES);
        long offset = 0;
        for (BlsSignature signature : signatures) {
            signature.copyAffineTo(points.asSlice(offset, Blst.P1_AFFINE));
            offset += Blst.P1_AFFINE;
        }
        return points;
    }

    /// Σ scalarᵢ · pointᵢ, affine, over consecutive points and little-endian scalars of so many bits.
    private static MemorySegment sum(
            Arena arena, MemorySegment points, MemorySegment scalars, int count, int scalarBits) {
        MemorySegment scratch = arena.allocate(Blst.p1sMultScratchBytes(count), Long.BYTES);
        MemorySegment sum = arena.allocate(Blst.P1, Long.BYTES);
        MemorySegment affine = arena.allocate(Blst.P1_AFFINE, Long.BYTES);
        Blst.p1sMult(
                sum,
                pointers(arena, points, MemorySegment.NULL),
                count,
                pointers(arena, scalars, MemorySegment.NULL),
                scalarBits,
                scratch);
        Blst.p1ToAffine(affine, sum);
        return affine;
    }

    private static MemorySegment pointers(Arena arena, MemorySegment first, MemorySegment second) {
        MemorySegment pointers = arena.allocate(ValueLayout.ADDRESS, 2);
        pointers.setAtIndex(ValueLayout.ADDRESS, 0, first);
        pointers.setAtIndex(ValueLayout.ADDRESS, 1, second);
        return pointers;
    }

    private static void writeLittleEndian(BigInteger value, MemorySegment target) {
        byte[] bigEndian = value.toByteArray();
        target.fill((byte) 0);
        int length = Math.min(bigEndian.length, BlsSecretKey.SIZE); // a sign byte may lead
        for (int i = 0; i < length; i++) {
            target.set(ValueLayout.JAVA_BYTE, i, bigEndian[bigEndian.length - 1 - i]);
        }
    }
}
