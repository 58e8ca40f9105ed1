package io.florin.crypto.dkg;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.G2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.GroupElement;
import io.florin.crypto.shamir.PrimeField;
import io.florin.crypto.shamir.PrimeGroup;
import java.math.BigInteger;
import java.util.Arrays;

/// The two source groups of BLS12-381 as groups for key generation. Both have the scalars of one field.
public final class Bls12381 {
    static final PrimeField SCALARS =
            PrimeField.modulo(new BigInteger("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001", 16));

    /// Signatures, commitments.
    public static final PrimeGroup G1_GROUP = new FirstGroup();

    /// Verification keys.
    public static final PrimeGroup G2_GROUP = new SecondGroup();

    private Bls12381() {}

    /// A point of G1 as an element.
    public static GroupElement element(G1 point) {
        return new First(point);
    }

    /// A point of G2 as an element.
    public static GroupElement element(G2 point) {
        return new Second(point);
    }

    /// The point of an element of [#G1_GROUP].
    public static G1 g1(GroupElement element) {
        return ((First) element).point;
    }

    /// The point of an element of [#G2_GROUP].
    public static G2 g2(GroupElement element) {
        return ((Second) element).point;
    }

    /// The scalar of a field element.
    public static Scalar scalar(FieldElement element) {
        if (element.field() != SCALARS) {
            throw new IllegalArgumentException("a scalar of another group");
        }
        byte[] bytes = element.toBytes();
        try {
            return Scalar.ofCanonical(bytes);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    private static final class FirstGroup implements PrimeGroup {
        @Override
        public String name() {
            return "BLS12-381 G1";
        }

        @Override
        public PrimeField scalars() {
            return SCALARS;
        }

        @Override
        public GroupElement identity() {
            return new First(G1.identity());
        }

        @Override
        public GroupElement generator() {
            return new First(G1.generator());
        }

        @Override
        public int encodedSize() {
            return G1.SIZE;
        }

        @Override
        public GroupElement decode(byte[] encoded) {
            requireSize(encoded, G1.SIZE);
            return new First(G1.decode(encoded));
        }
    }

    private static final class SecondGroup implements PrimeGroup {
        @Override
        public String name() {
            return "BLS12-381 G2";
        }

        @Override
        public PrimeField scalars() {
            return SCALARS;
        }

        @Override
        public GroupElement identity() {
            return new Second(G2.identity());
        }

        @Override
        public GroupElement generator() {
            return new Second(G2.generator());
        }

        @Override
        public int encodedSize() {
            return G2.SIZE;
        }

        @Override
        public GroupElement decode(byte[] encoded) {
            requireSize(encoded, G2.SIZE);
            return new Second(G2.decode(encoded));
        }
    }

    /// Uncompressed points would be a second encoding.
    private static void requireSize(byte[] encoded, int size) {
        if (encoded.length != size) {
            throw new IllegalArgumentException(size + " bytes expected, got " + encoded.length);
        }
    }

    private record First(G1 point) implements GroupElement {
        @Override
        public PrimeGroup group() {
            return G1_GROUP;
        }

        @Override
        public GroupElement plus(GroupElement other) {
            return new First(point.add(g1(other)));
        }

        @Override
        public GroupElement negated() {
            return new First(point.negate());
        }

        @Override
        public GroupElement times(FieldElement scalar) {
            return new First(point.multiply(Bls12381.scalar(scalar)));
        }

        @Override
        public boolean isIdentity() {
            return point.isIdentity();
        }

        @Override
        public byte[] encode() {
            return point.encode();
        }
    }

    private record Second(G2 point) implements GroupElement {
        @Override
        public PrimeGroup group() {
            return G2_GROUP;
        }

        @Override
        public GroupElement plus(GroupElement other) {
            return new Second(point.add(g2(other)));
        }

        @Override
        public GroupElement negated() {
            return new Second(point.negate());
        }

        @Override
        public GroupElement times(FieldElement scalar) {
            return new Second(point.multiply(Bls12381.scalar(scalar)));
        }

        @Override
        public boolean isIdentity() {
            return point.isIdentity();
        }

        @Override
        public byte[] encode() {
            return point.encode();
        }
    }
}
