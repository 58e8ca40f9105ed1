package io.florin.crypto.shamir;

/// An element of a [PrimeGroup]: on the curve and in the subgroup of prime order. Immutable, compared by value.
///
/// Elements of two groups never meet; where a caller mixes them the cast fails, which is a bug and not a refusal.
public interface GroupElement {
    PrimeGroup group();

    GroupElement plus(GroupElement other);

    GroupElement negated();

    /// This times a scalar of the group's field, in constant time where the group can (each says so).
    GroupElement times(FieldElement scalar);

    boolean isIdentity();

    /// The one canonical encoding, of [PrimeGroup#encodedSize] bytes.
    byte[] encode();

    /// This minus the other.
    default GroupElement minus(GroupElement other) {
        return plus(other.negated());
    }

    /// This times a small public factor, by doubling and adding.
    default GroupElement timesPublic(int factor) {
        if (factor < 0) {
            throw new IllegalArgumentException("negative");
        }
        GroupElement result = group().identity();
        for (int bit = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(factor); bit >= 0; bit--) {
            result = result.plus(result);
            if ((factor >>> bit & 1) == 1) {
                result = result.plus(this);
            }
        }
        return result;
    }
}
