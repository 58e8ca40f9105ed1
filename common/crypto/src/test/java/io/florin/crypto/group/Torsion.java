package io.florin.crypto.group;

import java.math.BigInteger;

/// Points of the curve of G1 outside the group, of small order: what an attacker adds to honest ones.
public final class Torsion {
    private static final BigInteger COFACTOR_EXPONENT = new BigInteger("d201000000010001", 16);
    private static final CurveEngine CURVE = TestEngines.slow().g1();

    private Torsion() {}

    /// (0, 2), of order 3. No decoder accepts it alone.
    public static CurvePoint ofOrder3() {
        long[] words = new long[CurvePoint.WORDS];
        BaseField.toWords(BigInteger.TWO, words, Words.FIELD);
        return new CurvePoint(words);
    }

    /// A point of order 11.
    public static CurvePoint ofOrder11() {
        return ofOrderDividing(BigInteger.valueOf(11));
    }

    /// A point of order 10177.
    public static CurvePoint ofOrder10177() {
        return ofOrderDividing(BigInteger.valueOf(10177));
    }

    /// The sum of two points of the curve, by the slow engine.
    public static CurvePoint sum(CurvePoint a, CurvePoint b) {
        return new CurvePoint(CURVE.add(a.words(), b.words()));
    }

    /// scalar · point for any point of the curve, by the slow engine.
    public static CurvePoint multiple(BigInteger scalar, CurvePoint point) {
        long[] words = new long[Scalar.LONGS];
        for (int i = 0; i < words.length; i++) {
            words[i] = scalar.shiftRight(Long.SIZE * i).longValue();
        }
        return new CurvePoint(CURVE.sum(point.words(), words, 1));
    }

    private static CurvePoint ofOrderDividing(BigInteger prime) {
        for (int x = 1; ; x++) {
            byte[] encoded = new byte[CurvePoint.SIZE];
            encoded[0] = (byte) 0x80;
            encoded[CurvePoint.SIZE - 1] = (byte) x;
            long[] words = new long[CurvePoint.WORDS];
            if (CURVE.decode(encoded, words)) {
                CurvePoint point =
                        multiple(COFACTOR_EXPONENT.divide(prime), multiple(ScalarTest.Q, new CurvePoint(words)));
                if (!point.isIdentity()) {
                    return point;
                }
            }
        }
    }
}
