package io.florin.crypto.shamir;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Interpolation of shares, as numbers and in the exponent. Indexes are public; they are checked to be between 1 and
/// [#INDEX_MAX] and without repetition wherever they enter.
public final class Shares {
    /// The largest index of a party.
    public static final int INDEX_MAX = 255;

    private Shares() {}

    /// The field element of a party's index.
    ///
    /// @throws IllegalArgumentException unless it is between 1 and [#INDEX_MAX]
    public static FieldElement point(PrimeField field, int index) {
        requireIndex(index);
        return field.ofLong(index);
    }

    /// @throws IllegalArgumentException unless the index is between 1 and [#INDEX_MAX]
    public static void requireIndex(int index) {
        if (index < 1 || index > INDEX_MAX) {
            throw new IllegalArgumentException("indexes lie between 1 and " + INDEX_MAX + ", not " + index);
        }
    }

    /// @throws IllegalArgumentException if the list is empty, or one is out of range, or two are the same
    public static void requireDistinct(List<Integer> indexes) {
        if (indexes.isEmpty()) {
            throw new IllegalArgumentException("no index");
        }
        Set<Integer> seen = new HashSet<>();
        for (int index : indexes) {
            requireIndex(index);
            if (!seen.add(index)) {
                throw new IllegalArgumentException("index " + index + " twice");
            }
        }
    }

    /// Lagrange's coefficients Π (x − j) / (i − j) in the order of the indexes: what the shares are multiplied with
    /// so that their sum is the polynomial's value at x (zero for the secret).
    ///
    /// @throws IllegalArgumentException if indexes repeat or are out of range
    public static List<FieldElement> lagrange(PrimeField field, List<Integer> indexes, int x) {
        requireDistinct(indexes);
        FieldElement at = field.ofLong(x);
        List<FieldElement> coefficients = new ArrayList<>(indexes.size());
        for (int i : indexes) {
            FieldElement own = field.ofLong(i);
            FieldElement numerator = field.one();
            FieldElement denominator = field.one();
            for (int j : indexes) {
                if (j != i) {
                    FieldElement other = field.ofLong(j);
                    numerator = numerator.multiply(at.subtract(other));
                    denominator = denominator.multiply(own.subtract(other));
                }
            }
            coefficients.add(numerator.multiply(denominator.invert()));
        }
        return coefficients;
    }

    /// The value at x of the polynomial through these shares.
    public static FieldElement interpolate(List<Integer> indexes, List<FieldElement> shares, int x) {
        requireSameSize(indexes.size(), shares.size());
        List<FieldElement> coefficients = lagrange(shares.getFirst().field(), indexes, x);
        FieldElement sum = shares.getFirst().field().zero();
        for (int i = 0; i < shares.size(); i++) {
            sum = sum.add(shares.get(i).multiply(coefficients.get(i)));
        }
        return sum;
    }

    /// The value at x, in the exponent.
    public static GroupElement interpolatePoints(List<Integer> indexes, List<? extends GroupElement> points, int x) {
        requireSameSize(indexes.size(), points.size());
        PrimeGroup group = points.getFirst().group();
        List<FieldElement> coefficients = lagrange(group.scalars(), indexes, x);
        GroupElement sum = group.identity();
        for (int i = 0; i < points.size(); i++) {
            sum = sum.plus(points.get(i).times(coefficients.get(i)));
        }
        return sum;
    }

    /// Whether the points lie, in the exponent, on one polynomial of at most this degree: the first degree + 1
    /// determine it and each further one is compared.
    public static boolean isOfDegree(int degree, List<Integer> indexes, List<? extends GroupElement> points) {
        requireSameSize(indexes.size(), points.size());
        int determining = degree + 1;
        if (points.size() < determining) {
            throw new IllegalArgumentException(points.size() + " points say nothing about degree " + degree);
        }
        for (int i = determining; i < points.size(); i++) {
            GroupElement expected =
                    interpolatePoints(indexes.subList(0, determining), points.subList(0, determining), indexes.get(i));
            if (!expected.equals(points.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// Checks that points are those of a sharing of a secret, of which the public point is known, with exactly this
    /// threshold: fewer shares than it could not make the key.
    ///
    /// @throws IllegalArgumentException if not
    public static void requireSharing(
            int threshold, List<Integer> indexes, List<? extends GroupElement> points, GroupElement publicPoint) {
        requireDistinct(indexes);
        boolean sizes = threshold >= 1 && threshold <= indexes.size();
        if (!sizes
                || !isOfDegree(threshold - 1, indexes, points)
                || (threshold > 1 && isOfDegree(threshold - 2, indexes, points))
                || !interpolatePoints(indexes.subList(0, threshold), points.subList(0, threshold), 0)
                        .equals(publicPoint)) {
            throw new IllegalArgumentException("the shares do not belong to the key");
        }
    }

    private static void requireSameSize(int indexes, int values) {
        if (indexes != values) {
            throw new IllegalArgumentException(indexes + " indexes for " + values + " values");
        }
    }
}
