package io.florin.crypto.ecdsa;

import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.GroupElement;
import io.florin.crypto.shamir.PrimeField;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;

/// A point of P-256 in homogeneous projective coordinates. Immutable.
///
/// Addition and doubling are the complete formulas for a = −3 of Renes, Costello and Batina (eprint 2015/1060,
/// algorithms 4 and 6), so there are no special cases; [#times] reads every entry of a table of 16 for each 4 bits
/// of the scalar and takes the same time for all of them.
public final class P256Point implements GroupElement {
    /// Bytes in an encoded point: SEC 1 compressed.
    public static final int SIZE = 33;

    static final int UNCOMPRESSED_SIZE = 65;

    static final PrimeField COORDINATES =
            PrimeField.modulo(new BigInteger("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff", 16));

    private static final FieldElement B = element("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b");
    private static final FieldElement THREE = COORDINATES.ofLong(3);
    private static final BigInteger ROOT_EXPONENT =
            COORDINATES.modulus().add(BigInteger.ONE).shiftRight(2);
    private static final byte EVEN = 2;
    private static final byte ODD = 3;
    private static final byte UNCOMPRESSED = 4;
    private static final int WINDOW_BITS = 4;
    private static final int WINDOW_ENTRIES = 1 << WINDOW_BITS;

    static final P256Point IDENTITY = new P256Point(COORDINATES.zero(), COORDINATES.one(), COORDINATES.zero());
    static final P256Point BASE = new P256Point(
            element("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"),
            element("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"),
            COORDINATES.one());

    private final FieldElement x;
    private final FieldElement y;
    private final FieldElement z;

    private P256Point(FieldElement x, FieldElement y, FieldElement z) {
        this.x = x;
        this.y = y;
        this.z = z;
    }

    /// Reads a point of 33 bytes (SEC 1 compressed) or 65 (uncompressed).
    ///
    /// @throws IllegalArgumentException for anything else: coordinates not below the prime, a point off the curve,
    /// the identity
    public static P256Point decode(byte[] encoded) {
        if (encoded.length == SIZE && (encoded[0] == EVEN || encoded[0] == ODD)) {
            FieldElement x = COORDINATES.ofBytes(Arrays.copyOfRange(encoded, 1, SIZE));
            FieldElement squared = rightSide(x);
            FieldElement root = squared.pow(ROOT_EXPONENT);
            if (!root.square().equals(squared)) {
                throw new IllegalArgumentException("not on the curve");
            }
            boolean odd = encoded[0] == ODD;
            return new P256Point(x, root.isOdd() == odd ? root : root.negate(), COORDINATES.one());
        }
        if (encoded.length == UNCOMPRESSED_SIZE && encoded[0] == UNCOMPRESSED) {
            FieldElement x = COORDINATES.ofBytes(Arrays.copyOfRange(encoded, 1, SIZE));
            FieldElement y = COORDINATES.ofBytes(Arrays.copyOfRange(encoded, SIZE, UNCOMPRESSED_SIZE));
            if (!y.square().equals(rightSide(x))) {
                throw new IllegalArgumentException("not on the curve");
            }
            return new P256Point(x, y, COORDINATES.one());
        }
        throw new IllegalArgumentException("not an encoded point");
    }

    private static FieldElement rightSide(FieldElement x) {
        return x.square().subtract(THREE).multiply(x).add(B);
    }

    @Override
    public P256 group() {
        return P256.GROUP;
    }

    /// The sum, by the complete formulas of Renes, Costello and Batina (eprint 2015/1060, algorithm 4): right for
    /// equal, opposite and identical points too, in the same time.
    public P256Point add(P256Point other) {
        FieldElement xx = x.multiply(other.x);
        FieldElement yy = y.multiply(other.y);
        FieldElement zz = z.multiply(other.z);
        FieldElement xy = x.add(y).multiply(other.x.add(other.y)).subtract(xx.add(yy));
        FieldElement yz = y.add(z).multiply(other.y.add(other.z)).subtract(yy.add(zz));
        FieldElement xz = x.add(z).multiply(other.x.add(other.z)).subtract(xx.add(zz));
        FieldElement part = tripled(xz.subtract(B.multiply(zz)));
        FieldElement below = yy.subtract(part);
        FieldElement above = yy.add(part);
        FieldElement threeZz = tripled(zz);
        FieldElement mixed = tripled(B.multiply(xz).subtract(threeZz).subtract(xx));
        FieldElement slope = tripled(xx).subtract(threeZz);
        return new P256Point(
                xy.multiply(above).subtract(yz.multiply(mixed)),
                above.multiply(below).add(slope.multiply(mixed)),
                yz.multiply(below).add(xy.multiply(slope)));
    }

    /// Twice this.
    public P256Point doubled() {
        FieldElement xx = x.square();
        FieldElement yy = y.square();
        FieldElement zz = z.square();
        FieldElement twoXy = x.multiply(y).doubled();
        FieldElement twoXz = x.multiply(z).doubled();
        FieldElement part = tripled(B.multiply(zz).subtract(twoXz));
        FieldElement below = yy.subtract(part);
        FieldElement above = yy.add(part);
        FieldElement threeZz = tripled(zz);
        FieldElement mixed = tripled(B.multiply(twoXz).subtract(threeZz).subtract(xx));
        FieldElement slope = tripled(xx).subtract(threeZz);
        FieldElement twoYz = y.multiply(z).doubled();
        return new P256Point(
                below.multiply(twoXy).subtract(twoYz.multiply(mixed)),
                above.multiply(below).add(slope.multiply(mixed)),
                twoYz.multiply(yy).doubled().doubled());
    }

    private static FieldElement tripled(FieldElement value) {
        return value.doubled().add(value);
    }

    @Override
    public P256Point plus(GroupElement other) {
        return add((P256Point) other);
    }

    @Override
    public P256Point negated() {
        return new P256Point(x, y.negate(), z);
    }

    @Override
    public P256Point times(FieldElement scalar) {
        if (scalar.field() != P256.SCALARS) {
            throw new IllegalArgumentException("a scalar of another group");
        }
        P256Point[] multiples = new P256Point[WINDOW_ENTRIES];
        multiples[0] = IDENTITY;
        for (int i = 1; i < WINDOW_ENTRIES; i++) {
            multiples[i] = multiples[i - 1].add(this);
        }
        FieldElement[][] table = new FieldElement[3][WINDOW_ENTRIES];
        for (int i = 0; i < WINDOW_ENTRIES; i++) {
            table[0][i] = multiples[i].x;
            table[1][i] = multiples[i].y;
            table[2][i] = multiples[i].z;
        }
        byte[] digits = scalar.toBytes();
        P256Point result = IDENTITY;
        for (byte digit : digits) {
            result = result.shifted().add(choose(table, digit >> WINDOW_BITS & 0x0f));
            result = result.shifted().add(choose(table, digit & 0x0f));
        }
        Arrays.fill(digits, (byte) 0);
        return result;
    }

    private P256Point shifted() {
        P256Point result = this;
        for (int i = 0; i < WINDOW_BITS; i++) {
            result = result.doubled();
        }
        return result;
    }

    private static P256Point choose(FieldElement[][] table, int index) {
        return new P256Point(
                FieldElement.choose(table[0], index),
                FieldElement.choose(table[1], index),
                FieldElement.choose(table[2], index));
    }

    @Override
    public boolean isIdentity() {
        return z.isZero();
    }

    /// @throws IllegalStateException of the identity, which has no encoding here
    @Override
    public byte[] encode() {
        byte[] full = encodeUncompressed();
        byte[] encoded = Arrays.copyOf(full, SIZE);
        encoded[0] = (full[UNCOMPRESSED_SIZE - 1] & 1) == 1 ? ODD : EVEN;
        return encoded;
    }

    /// 65 bytes: 4, x, y.
    ///
    /// @throws IllegalStateException of the identity
    public byte[] encodeUncompressed() {
        requireNotIdentity();
        FieldElement inverse = z.invert();
        byte[] encoded = new byte[UNCOMPRESSED_SIZE];
        encoded[0] = UNCOMPRESSED;
        System.arraycopy(x.multiply(inverse).toBytes(), 0, encoded, 1, PrimeField.SIZE);
        System.arraycopy(y.multiply(inverse).toBytes(), 0, encoded, SIZE, PrimeField.SIZE);
        return encoded;
    }

    /// The x coordinate reduced modulo the group's order: ECDSA's r.
    ///
    /// @throws IllegalStateException of the identity
    FieldElement abscissa() {
        requireNotIdentity();
        return P256.SCALARS.reduce(x.multiply(z.invert()).toBytes());
    }

    private void requireNotIdentity() {
        if (isIdentity()) {
            throw new IllegalStateException("the identity has no coordinates");
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof P256Point that
                && x.multiply(that.z).equals(that.x.multiply(z))
                && y.multiply(that.z).equals(that.y.multiply(z));
    }

    @Override
    public int hashCode() {
        return isIdentity() ? 0 : Arrays.hashCode(encode());
    }

    @Override
    public String toString() {
        return "P256Point[" + (isIdentity() ? "identity" : HexFormat.of().formatHex(encode())) + "]";
    }

    private static FieldElement element(String hex) {
        return COORDINATES.ofBytes(HexFormat.of().parseHex(hex));
    }
}
