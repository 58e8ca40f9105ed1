package io.florin.crypto.group;

import java.math.BigInteger;
import java.util.List;

/// Points of G1 over a [CountedField], by the formulas that blst has (`ec_ops.h`, `e1.c`, `map_to_g1.c`,
/// `multi_scalar.c`): Jacobian coordinates, a doubling of 7 products, an addition of 16, one of an affine point of 11.
final class CountedCurve {
    private static final BigInteger P = BaseField.P;
    private static final BigInteger FOUR = BigInteger.valueOf(4);
    private static final BigInteger PARAMETER = new BigInteger("d201000000010000", 16); // its negative is z

    /// A cube root of one by which the endomorphism is the multiplication by −z².
    private static final BigInteger BETA =
            new BigInteger("5f19672fdf76ce51ba69c6076a0f77eaddb3a93be6f89688de17d813620a00022e01fffffffefffe", 16);

    private static final BigInteger ROOT_EXPONENT = P.add(BigInteger.ONE).shiftRight(2);
    private static final BigInteger RATIO_EXPONENT =
            P.subtract(BigInteger.valueOf(3)).shiftRight(2);
    private static final BigInteger ROOT_OF_MINUS_Z =
            BaseField.squareRoot(P.subtract(MapToG1.Z)).orElseThrow();

    private final CountedField field;

    CountedCurve(CountedField field) {
        this.field = field;
    }

    /// Jacobian: x/z², y/z³; z = 0 is the identity.
    record Point(BigInteger x, BigInteger y, BigInteger z) {
        static final Point IDENTITY = new Point(BigInteger.ONE, BigInteger.ONE, BigInteger.ZERO);

        boolean isIdentity() {
            return z.signum() == 0;
        }

        /// As the library writes it.
        byte[] uncompressed() {
            BigInteger inverse = z.modInverse(P);
            BigInteger square = inverse.multiply(inverse).mod(P);
            byte[] bytes = new byte[2 * BaseField.SIZE];
            BaseField.write(x.multiply(square).mod(P), bytes, 0);
            BaseField.write(y.multiply(square).multiply(inverse).mod(P), bytes, BaseField.SIZE);
            return bytes;
        }
    }

    Point twice(Point p) {
        BigInteger a = field.square(p.x);
        BigInteger b = field.square(p.y);
        BigInteger c = field.square(b);
        BigInteger d = field.minus(field.minus(field.square(field.plus(p.x, b)), a), c);
        d = field.plus(d, d);
        BigInteger e = field.plus(field.plus(a, a), a);
        BigInteger x = field.minus(field.minus(field.square(e), d), d);
        BigInteger z = field.times(field.plus(p.z, p.z), p.y);
        BigInteger c8 = eightfold(c);
        return new Point(x, field.minus(field.times(field.minus(d, x), e), c8), z);
    }

    private BigInteger eightfold(BigInteger c) {
        BigInteger c2 = field.plus(c, c);
        BigInteger c4 = field.plus(c2, c2);
        return field.plus(c4, c4);
    }

    /// Of two points that are neither the same nor opposite, nor the identity.
    Point plus(Point p, Point q) {
        BigInteger z1z1 = field.square(p.z);
        BigInteger z2z2 = field.square(q.z);
        BigInteger s2 = field.times(field.times(z1z1, p.z), q.y);
        BigInteger s1 = field.times(field.times(z2z2, q.z), p.y);
        BigInteger u1 = field.times(p.x, z2z2);
        BigInteger h = field.minus(field.times(q.x, z1z1), u1);
        BigInteger i = field.square(field.plus(h, h));
        BigInteger j = field.times(h, i);
        BigInteger r = field.minus(s2, s1);
        r = field.plus(r, r);
        BigInteger v = field.times(u1, i);
        BigInteger x = field.minus(field.minus(field.minus(field.square(r), j), v), v);
        BigInteger s1j = field.times(s1, j);
        BigInteger y = field.minus(field.minus(field.times(field.minus(v, x), r), s1j), s1j);
        BigInteger zz = field.minus(field.minus(field.square(field.plus(p.z, q.z)), z1z1), z2z2);
        return new Point(x, y, field.times(zz, h));
    }

    /// The second one affine; the first one may be the identity.
    Point plusAffine(Point p, Point q) {
        if (p.isIdentity()) {
            return q;
        }
        BigInteger z1z1 = field.square(p.z);
        BigInteger h = field.minus(field.times(q.x, z1z1), p.x);
        BigInteger hh = field.square(h);
        BigInteger i = field.plus(hh, hh);
        i = field.plus(i, i);
        BigInteger j = field.times(h, i);
        BigInteger v = field.times(p.x, i);
        BigInteger r = field.minus(field.times(field.times(z1z1, p.z), q.y), p.y);
        r = field.plus(r, r);
        BigInteger x = field.minus(field.minus(field.minus(field.square(r), j), v), v);
        BigInteger yj = field.times(j, p.y);
        BigInteger y = field.minus(field.minus(field.times(field.minus(v, x), r), yj), yj);
        BigInteger z = field.minus(field.minus(field.square(field.plus(p.z, h)), z1z1), hh);
        return new Point(x, y, z);
    }

    /// A multiple by |z|, whose six bits make five additions.
    private Point timesParameter(Point p) {
        Point result = p;
        for (int bit = PARAMETER.bitLength() - 2; bit >= 0; bit--) {
            result = twice(result);
            if (PARAMETER.testBit(bit)) {
                result = p.z.equals(BigInteger.ONE) ? plusAffine(result, p) : plus(result, p);
            }
        }
        return result;
    }

    /// Reads a compressed point.
    Point decode(byte[] bytes) {
        BigInteger x = BaseField.read(bytes, 0, 0xE0).orElseThrow();
        BigInteger square = field.plus(field.times(field.square(x), x), FOUR);
        BigInteger y = field.power(square, ROOT_EXPONENT);
        if (!field.square(y).equals(square)) {
            throw new IllegalArgumentException("not on the curve");
        }
        boolean larger = (bytes[0] & 0x20) != 0;
        boolean isLarger = y.compareTo(P.shiftRight(1)) > 0;
        return new Point(x, larger == isLarger ? y : P.subtract(y), BigInteger.ONE);
    }

    /// Whether an affine point is in the group: its image under the endomorphism is −z² times it.
    boolean isInGroup(Point p) {
        Point square = timesParameter(timesParameter(p));
        if (square.isIdentity()) {
            return false;
        }
        BigInteger zz = field.square(square.z);
        BigInteger x = field.times(field.times(p.x, BETA), zz);
        BigInteger y = field.times(field.times(p.y, square.z), zz);
        return x.equals(square.x) && P.subtract(y).equals(square.y);
    }

    /// RFC 9380, F.2, without a division: a point of the isogenous curve.
    Point toIsogenous(BigInteger u) {
        BigInteger t1 = field.times(field.square(u), MapToG1.Z);
        BigInteger t2 = field.plus(field.square(t1), t1);
        BigInteger t3 = field.times(field.plus(t2, BigInteger.ONE), MapToG1.B);
        BigInteger t4 = field.times(t2.signum() == 0 ? MapToG1.Z : P.subtract(t2), MapToG1.A);
        BigInteger t6 = field.square(t4);
        t2 = field.plus(field.square(t3), field.times(t6, MapToG1.A));
        t2 = field.times(t2, t3);
        t6 = field.times(t6, t4);
        t2 = field.plus(t2, field.times(t6, MapToG1.B));
        // the root of t2 / t6, or of Z t2 / t6
        BigInteger product = field.times(t2, t6);
        BigInteger root = field.times(field.power(field.times(field.square(t6), product), RATIO_EXPONENT), product);
        BigInteger x = t3;
        BigInteger y = root;
        if (!field.times(field.square(root), t6).equals(t2)) {
            x = field.times(t1, t3);
            y = field.times(field.times(field.times(root, ROOT_OF_MINUS_Z), t1), u);
        }
        y = y.testBit(0) == u.testBit(0) ? y : P.subtract(y);
        return new Point(field.times(x, t4), field.times(y, t6), t4);
    }

    /// To the curve itself; powers of z² besides, so that nothing is divided.
    Point isogeny(Point p) {
        BigInteger[] squares = new BigInteger[16];
        squares[1] = field.square(p.z);
        for (int i = 2; i < squares.length; i++) {
            squares[i] = i % 2 == 0 ? field.square(squares[i / 2]) : field.times(squares[i / 2], squares[i / 2 + 1]);
        }
        BigInteger xn = evaluate(MapToG1.X_NUMERATOR, p.x, squares);
        BigInteger xd = field.times(evaluate(MapToG1.X_DENOMINATOR, p.x, squares), squares[1]);
        BigInteger yn = field.times(evaluate(MapToG1.Y_NUMERATOR, p.x, squares), p.y);
        BigInteger yd = field.times(evaluate(MapToG1.Y_DENOMINATOR, p.x, squares), field.times(squares[1], p.z));
        BigInteger z = field.times(xd, yd);
        BigInteger x = field.times(field.times(xn, yd), z);
        return new Point(x, field.times(field.times(yn, xd), field.square(z)), z);
    }

    /// The polynomial's numerator over a power of z².
    private BigInteger evaluate(BigInteger[] coefficients, BigInteger x, BigInteger[] squares) {
        int degree = coefficients.length - 1;
        BigInteger value = coefficients[degree].equals(BigInteger.ONE) ? x : field.times(x, coefficients[degree]);
        for (int i = degree - 1; i >= 0; i--) {
            value = field.plus(value, field.times(coefficients[i], squares[degree - i]));
            value = i > 0 ? field.times(value, x) : value;
        }
        return value;
    }

    /// A multiple by 1 − z.
    Point clearCofactor(Point p) {
        return plus(timesParameter(p), p);
    }

    /// A sum of affine points with weights, by buckets of signed digits.
    Point sum(List<Point> points, List<BigInteger> weights, int weightBits, int window) {
        Point result = Point.IDENTITY;
        int half = 1 << (window - 1);
        for (int low = (weightBits / window) * window; low >= 0; low -= window) {
            for (int i = 0; i < window && !result.isIdentity(); i++) {
                result = twice(result);
            }
            Point[] buckets = new Point[half + 1];
            for (int i = 0; i < points.size(); i++) {
                int digit = digit(weights.get(i), low, window);
                if (digit != 0) {
                    Point point = points.get(i);
                    Point signed = digit > 0 ? point : new Point(point.x, P.subtract(point.y), point.z);
                    Point old = buckets[Math.abs(digit)];
                    buckets[Math.abs(digit)] = old == null ? signed : plusAffine(old, signed);
                }
            }
            result = both(result, sumOf(buckets));
        }
        return result;
    }

    /// Booth's digit, from −2^(window−1) to 2^(window−1).
    private static int digit(BigInteger weight, int low, int window) {
        int bits = 0;
        for (int i = window - 1; i >= 0; i--) {
            bits = 2 * bits + (weight.testBit(low + i) ? 1 : 0);
        }
        int carried = low > 0 && weight.testBit(low - 1) ? 1 : 0;
        int digit = bits + carried;
        return weight.testBit(low + window - 1) ? digit - (1 << window) : digit;
    }

    /// Each bucket times its number, by running sums.
    private Point sumOf(Point[] buckets) {
        Point running = Point.IDENTITY;
        Point total = Point.IDENTITY;
        for (int i = buckets.length - 1; i > 0; i--) {
            running = buckets[i] == null ? running : both(running, buckets[i]);
            total = both(total, running);
        }
        return total;
    }

    private Point both(Point p, Point q) {
        if (p.isIdentity() || q.isIdentity()) {
            return p.isIdentity() ? q : p;
        }
        return p.equals(q) ? twice(p) : plus(p, q);
    }
}
