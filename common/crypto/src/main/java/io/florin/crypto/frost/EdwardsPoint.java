package io.florin.crypto.frost;

import io.florin.crypto.Bytes32;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.GroupElement;
import io.florin.crypto.shamir.PrimeField;
import java.math.BigInteger;
import java.util.Arrays;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/// A point of edwards25519 in its subgroup of prime order, in extended coordinates (Hisil, Wong, Carter, Dawson
/// 2008). Immutable.
///
/// Addition is complete, so there are no special cases; [#times] reads every entry of a table of 16 for each 4 bits
/// of the scalar and takes the same time for all of them.
public final class EdwardsPoint implements GroupElement {
    /// Bytes in an encoded point.
    public static final int SIZE = 32;

    static final PrimeField COORDINATES =
            PrimeField.modulo(BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19)));

    private static final FieldElement D = COORDINATES
            .ofLong(121665)
            .multiply(COORDINATES.ofLong(121666).invert())
            .negate();
    private static final FieldElement TWICE_D = D.doubled();
    private static final FieldElement ROOT_OF_MINUS_ONE =
            COORDINATES.ofLong(2).pow(COORDINATES.modulus().shiftRight(2));
    private static final BigInteger ROOT_EXPONENT =
            COORDINATES.modulus().subtract(BigInteger.valueOf(5)).shiftRight(3);
    private static final int WINDOW_BITS = 4;
    private static final int WINDOW_ENTRIES = 1 << WINDOW_BITS;

    static final EdwardsPoint IDENTITY =
            new EdwardsPoint(COORDINATES.zero(), COORDINATES.one(), COORDINATES.one(), COORDINATES.zero());

    private final FieldElement x;
    private final FieldElement y;
    private final FieldElement z;
    private final FieldElement t;

    private EdwardsPoint(FieldElement x, FieldElement y, FieldElement z, FieldElement t) {
        this.x = x;
        this.y = y;
        this.z = z;
        this.t = t;
    }

    /// The standard base point, y = 4/5 and x even.
    static EdwardsPoint base() {
        byte[] encoded =
                COORDINATES.ofLong(4).multiply(COORDINATES.ofLong(5).invert()).toLittleEndian();
        return decodeUnchecked(encoded);
    }

    /// Reads a point.
    ///
    /// @throws IllegalArgumentException unless the 32 bytes are canonical, on the curve and in the subgroup of prime
    /// order, and not the identity
    public static EdwardsPoint decode(byte[] encoded) {
        if (encoded.length != SIZE || !Ed25519.validatePublicKeyFull(encoded, 0)) {
            throw new IllegalArgumentException("not a point of the prime-order subgroup");
        }
        return decodeUnchecked(encoded);
    }

    /// RFC 8032, section 5.1.3.
    private static EdwardsPoint decodeUnchecked(byte[] encoded) {
        byte[] ordinate = encoded.clone();
        boolean odd = (ordinate[SIZE - 1] & 0x80) != 0;
        ordinate[SIZE - 1] &= 0x7f;
        FieldElement y = COORDINATES.ofLittleEndian(ordinate);
        FieldElement squared = y.square();
        FieldElement u = squared.subtract(COORDINATES.one());
        FieldElement v = squared.multiply(D).add(COORDINATES.one());
        FieldElement cubed = v.square().multiply(v);
        FieldElement seventh = cubed.square().multiply(v);
        FieldElement x = u.multiply(cubed).multiply(u.multiply(seventh).pow(ROOT_EXPONENT));
        FieldElement check = v.multiply(x.square());
        if (check.equals(u.negate())) {
            x = x.multiply(ROOT_OF_MINUS_ONE);
        } else if (!check.equals(u)) {
            throw new IllegalArgumentException("not on the curve");
        }
        if (x.isZero() && odd) {
            throw new IllegalArgumentException("not canonical");
        }
        FieldElement abscissa = x.isOdd() == odd ? x : x.negate();
        return new EdwardsPoint(abscissa, y, COORDINATES.one(), abscissa.multiply(y));
    }

    @Override
    public Edwards25519 group() {
        return Edwards25519.GROUP;
    }

    /// The sum, by the complete formulas for a = −1 (Hisil, Wong, Carter, Dawson 2008, section 3.1): right for equal,
    /// opposite and identical points too, in the same time.
    public EdwardsPoint add(EdwardsPoint other) {
        FieldElement a = y.subtract(x).multiply(other.y.subtract(other.x));
        FieldElement b = y.add(x).multiply(other.y.add(other.x));
        FieldElement c = t.multiply(TWICE_D).multiply(other.t);
        FieldElement d = z.multiply(other.z).doubled();
        return ofSums(b.subtract(a), d.subtract(c), d.add(c), b.add(a));
    }

    /// Twice this.
    public EdwardsPoint doubled() {
        FieldElement a = x.square();
        FieldElement b = y.square();
        FieldElement c = z.square().doubled();
        FieldElement e = x.add(y).square().subtract(a).subtract(b);
        FieldElement g = b.subtract(a);
        return ofSums(e, g.subtract(c), g, a.add(b).negate());
    }

    private static EdwardsPoint ofSums(FieldElement e, FieldElement f, FieldElement g, FieldElement h) {
        return new EdwardsPoint(e.multiply(f), g.multiply(h), f.multiply(g), e.multiply(h));
    }

    @Override
    public EdwardsPoint plus(GroupElement other) {
        return add((EdwardsPoint) other);
    }

    @Override
    public EdwardsPoint negated() {
        return new EdwardsPoint(x.negate(), y, z, t.negate());
    }

    @Override
    public EdwardsPoint times(FieldElement scalar) {
        if (scalar.field() != Edwards25519.SCALARS) {
            throw new IllegalArgumentException("a scalar of another group");
        }
        EdwardsPoint[] multiples = new EdwardsPoint[WINDOW_ENTRIES];
        multiples[0] = IDENTITY;
        for (int i = 1; i < WINDOW_ENTRIES; i++) {
            multiples[i] = multiples[i - 1].add(this);
        }
        FieldElement[][] table = new FieldElement[4][WINDOW_ENTRIES];
        for (int i = 0; i < WINDOW_ENTRIES; i++) {
            table[0][i] = multiples[i].x;
            table[1][i] = multiples[i].y;
            table[2][i] = multiples[i].z;
            table[3][i] = multiples[i].t;
        }
        byte[] digits = scalar.toBytes();
        EdwardsPoint result = IDENTITY;
        for (byte digit : digits) {
            result = result.shifted().add(choose(table, digit >> WINDOW_BITS & 0x0f));
            result = result.shifted().add(choose(table, digit & 0x0f));
        }
        Arrays.fill(digits, (byte) 0);
        return result;
    }

    private EdwardsPoint shifted() {
        EdwardsPoint result = this;
        for (int i = 0; i < WINDOW_BITS; i++) {
            result = result.doubled();
        }
        return result;
    }

    private static EdwardsPoint choose(FieldElement[][] table, int index) {
        return new EdwardsPoint(
                FieldElement.choose(table[0], index),
                FieldElement.choose(table[1], index),
                FieldElement.choose(table[2], index),
                FieldElement.choose(table[3], index));
    }

    @Override
    public boolean isIdentity() {
        return x.isZero() && y.equals(z);
    }

    @Override
    public byte[] encode() {
        FieldElement inverse = z.invert();
        byte[] encoded = y.multiply(inverse).toLittleEndian();
        if (x.multiply(inverse).isOdd()) {
            encoded[SIZE - 1] |= (byte) 0x80;
        }
        return encoded;
    }

    /// The encoding as a value.
    public Bytes32 encoded() {
        return Bytes32.of(encode());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EdwardsPoint that
                && x.multiply(that.z).equals(that.x.multiply(z))
                && y.multiply(that.z).equals(that.y.multiply(z));
    }

    @Override
    public int hashCode() {
        return encoded().hashCode();
    }

    @Override
    public String toString() {
        return "EdwardsPoint[" + encoded() + "]";
    }
}
