package io.florin.crypto.bls;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.florin.crypto.group.BlstLibrary;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// blst's C functions, one method each, under their C names (`blst.h`, `blst_aux.h`), called through
/// `java.lang.foreign`.
///
/// The functions check nothing about the memory they are given; callers in this package pass segments of the sizes
/// named here, allocated in an arena confined to the call. All functions are reentrant. A C `bool` or `int` used as
/// one comes back as its low byte.
final class Blst {
    static final long SCALAR = 32;
    static final long P1_AFFINE = 96;
    static final long P1 = 144;
    static final long P2_AFFINE = 192;
    static final long P2 = 288;
    static final long FP = 48;
    static final long FP12 = 576;

    static final int SUCCESS = 0;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY =
            BlstLibrary.loaded().orElseThrow(() -> new UnsupportedOperationException("no blst for this machine"));

    private static final ValueLayout.OfLong SIZE = JAVA_LONG;

    private static final MethodHandle KEYGEN = procedure("blst_keygen", ADDRESS, ADDRESS, SIZE, ADDRESS, SIZE);
    private static final MethodHandle SCALAR_FROM_BENDIAN = procedure("blst_scalar_from_bendian", ADDRESS, ADDRESS);
    private static final MethodHandle BENDIAN_FROM_SCALAR = procedure("blst_bendian_from_scalar", ADDRESS, ADDRESS);
    private static final MethodHandle SK_CHECK = function("blst_sk_check", JAVA_BYTE, ADDRESS);
    private static final MethodHandle SK_ADD = function("blst_sk_add_n_check", JAVA_BYTE, ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle SK_MUL = function("blst_sk_mul_n_check", JAVA_BYTE, ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle SK_TO_PK = procedure("blst_sk_to_pk_in_g2", ADDRESS, ADDRESS);
    private static final MethodHandle SIGN = procedure("blst_sign_pk_in_g2", ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle HASH_TO_G1 =
            procedure("blst_hash_to_g1", ADDRESS, ADDRESS, SIZE, ADDRESS, SIZE, ADDRESS, SIZE);

    private static final MethodHandle P1_UNCOMPRESS = function("blst_p1_uncompress", JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle P1_COMPRESS = procedure("blst_p1_affine_compress", ADDRESS, ADDRESS);
    private static final MethodHandle P1_SERIALIZE = procedure("blst_p1_affine_serialize", ADDRESS, ADDRESS);
    private static final MethodHandle P1_IN_GROUP = function("blst_p1_affine_in_g1", JAVA_BYTE, ADDRESS);
    private static final MethodHandle P1_IS_INF = function("blst_p1_affine_is_inf", JAVA_BYTE, ADDRESS);
    private static final MethodHandle P1_TO_AFFINE = procedure("blst_p1_to_affine", ADDRESS, ADDRESS);
    private static final MethodHandle P1S_TO_AFFINE = procedure("blst_p1s_to_affine", ADDRESS, ADDRESS, SIZE);
    private static final MethodHandle P1S_MULT =
            procedure("blst_p1s_mult_pippenger", ADDRESS, ADDRESS, SIZE, ADDRESS, SIZE, ADDRESS);
    private static final MethodHandle P1S_MULT_SCRATCH =
            function("blst_p1s_mult_pippenger_scratch_sizeof", JAVA_LONG, SIZE);
    private static final MethodHandle FP_CNEG = procedure("blst_fp_cneg", ADDRESS, ADDRESS, SIZE);

    private static final MethodHandle P2_UNCOMPRESS = function("blst_p2_uncompress", JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle P2_COMPRESS = procedure("blst_p2_affine_compress", ADDRESS, ADDRESS);
    private static final MethodHandle P2_IN_GROUP = function("blst_p2_affine_in_g2", JAVA_BYTE, ADDRESS);
    private static final MethodHandle P2_IS_INF = function("blst_p2_affine_is_inf", JAVA_BYTE, ADDRESS);
    private static final MethodHandle P2_TO_AFFINE = procedure("blst_p2_to_affine", ADDRESS, ADDRESS);

    private static final MethodHandle MILLER_LOOP_N = procedure("blst_miller_loop_n", ADDRESS, ADDRESS, ADDRESS, SIZE);
    private static final MethodHandle FINAL_EXP = procedure("blst_final_exp", ADDRESS, ADDRESS);
    private static final MethodHandle FP12_IS_ONE = function("blst_fp12_is_one", JAVA_BYTE, ADDRESS);

    private Blst() {}

    /// The generator of G2, affine, [#P2_AFFINE] bytes.
    @SuppressWarnings("restricted")
    static MemorySegment generatorOfG2() {
        return symbol("BLS12_381_G2").reinterpret(P2_AFFINE);
    }

    static void keygen(MemorySegment scalar, MemorySegment ikm) {
        try {
            KEYGEN.invokeExact(scalar, ikm, ikm.byteSize(), MemorySegment.NULL, 0L);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static void scalarFromBendian(MemorySegment scalar, MemorySegment bytes) {
        call(SCALAR_FROM_BENDIAN, scalar, bytes);
    }

    static void bendianFromScalar(MemorySegment bytes, MemorySegment scalar) {
        call(BENDIAN_FROM_SCALAR, bytes, scalar);
    }

    /// Whether 0 < scalar < r.
    static boolean skCheck(MemorySegment scalar) {
        return test(SK_CHECK, scalar);
    }

    /// a + b modulo r; false if it is zero.
    static boolean skAdd(MemorySegment sum, MemorySegment a, MemorySegment b) {
        return test(SK_ADD, sum, a, b);
    }

    /// a · b modulo r; false if it is zero.
    static boolean skMul(MemorySegment product, MemorySegment a, MemorySegment b) {
        return test(SK_MUL, product, a, b);
    }

    static void skToPk(MemorySegment p2, MemorySegment scalar) {
        call(SK_TO_PK, p2, scalar);
    }

    static void sign(MemorySegment p1, MemorySegment hash, MemorySegment scalar) {
        call(SIGN, p1, hash, scalar);
    }

    static void hashToG1(MemorySegment p1, MemorySegment message, MemorySegment dst) {
        try {
            HASH_TO_G1.invokeExact(p1, message, message.byteSize(), dst, dst.byteSize(), MemorySegment.NULL, 0L);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /// [#SUCCESS] or a `BLST_ERROR`; checks the encoding and the curve, not the subgroup.
    static int p1Uncompress(MemorySegment affine, MemorySegment encoded) {
        return code(P1_UNCOMPRESS, affine, encoded);
    }

    static void p1Compress(MemorySegment encoded, MemorySegment affine) {
        call(P1_COMPRESS, encoded, affine);
    }

    static void p1Serialize(MemorySegment encoded, MemorySegment affine) {
        call(P1_SERIALIZE, encoded, affine);
    }

    static boolean p1InGroup(MemorySegment affine) {
        return test(P1_IN_GROUP, affine);
    }

    static boolean p1IsInfinity(MemorySegment affine) {
        return test(P1_IS_INF, affine);
    }

    static void p1ToAffine(MemorySegment affine, MemorySegment p1) {
        call(P1_TO_AFFINE, affine, p1);
    }

    /// Converts consecutive points; `points` is an array of two pointers, the first to them, the second null.
    static void p1sToAffine(MemorySegment affines, MemorySegment points, long count) {
        try {
            P1S_TO_AFFINE.invokeExact(affines, points, count);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /// Σ scalarᵢ · pointᵢ over consecutive affine points and little-endian scalars, both given as an array of two
    /// pointers, the second null. Not constant time: for public scalars only. Points must not be at infinity.
    static void p1sMult(
            MemorySegment sum,
            MemorySegment points,
            long count,
            MemorySegment scalars,
            long bits,
            MemorySegment scratch) {
        try {
            P1S_MULT.invokeExact(sum, points, count, scalars, bits, scratch);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static long p1sMultScratchBytes(long count) {
        try {
            return (long) P1S_MULT_SCRATCH.invokeExact(count);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /// Replaces an affine point by its negative.
    static void p1Negate(MemorySegment affine) {
        MemorySegment y = affine.asSlice(FP, FP);
        try {
            FP_CNEG.invokeExact(y, y, 1L);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /// [#SUCCESS] or a `BLST_ERROR`; checks the encoding and the curve, not the subgroup.
    static int p2Uncompress(MemorySegment affine, MemorySegment encoded) {
        return code(P2_UNCOMPRESS, affine, encoded);
    }

    static void p2Compress(MemorySegment encoded, MemorySegment affine) {
        call(P2_COMPRESS, encoded, affine);
    }

    static boolean p2InGroup(MemorySegment affine) {
        return test(P2_IN_GROUP, affine);
    }

    static boolean p2IsInfinity(MemorySegment affine) {
        return test(P2_IS_INF, affine);
    }

    static void p2ToAffine(MemorySegment affine, MemorySegment p2) {
        call(P2_TO_AFFINE, affine, p2);
    }

    /// The product of Miller loops over arrays of pointers to affine points, none at infinity.
    static void millerLoop(MemorySegment fp12, MemorySegment p2s, MemorySegment p1s, long count) {
        try {
            MILLER_LOOP_N.invokeExact(fp12, p2s, p1s, count);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static void finalExp(MemorySegment result, MemorySegment fp12) {
        call(FINAL_EXP, result, fp12);
    }

    static boolean fp12IsOne(MemorySegment fp12) {
        return test(FP12_IS_ONE, fp12);
    }

    private static void call(MethodHandle procedure, MemorySegment a, MemorySegment b) {
        try {
            procedure.invokeExact(a, b);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    private static void call(MethodHandle procedure, MemorySegment a, MemorySegment b, MemorySegment c) {
        try {
            procedure.invokeExact(a, b, c);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    private static boolean test(MethodHandle predicate, MemorySegment a) {
        try {
            return (byte) predicate.invokeExact(a) != 0;
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    private static boolean test(MethodHandle predicate, MemorySegment a, MemorySegment b, MemorySegment c) {
        try {
            return (byte) predicate.invokeExact(a, b, c) != 0;
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    private static int code(MethodHandle function, MemorySegment a, MemorySegment b) {
        try {
            return (int) function.invokeExact(a, b);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /// A native call throws nothing of its own: what arrives here is a bug or the end of memory.
    private static RuntimeException broken(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return new IllegalStateException("call into blst failed", e);
    }

    private static MethodHandle procedure(String name, MemoryLayout... arguments) {
        return handle(name, FunctionDescriptor.ofVoid(arguments));
    }

    private static MethodHandle function(String name, MemoryLayout result, MemoryLayout... arguments) {
        return handle(name, FunctionDescriptor.of(result, arguments));
    }

    @SuppressWarnings("restricted")
    private static MethodHandle handle(String name, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(symbol(name), descriptor);
    }

    private static MemorySegment symbol(String name) {
        return LIBRARY.find(name).orElseThrow(() -> new IllegalStateException("blst has no " + name));
    }
}
