package io.florin.crypto.group;

import java.math.BigInteger;
import java.util.List;
import java.util.function.BinaryOperator;

/// Pippenger's sum of products over any group, plainly, for the engine without native code: scalars are cut into
/// windows, and within a window the points are first added up by digit.
final class BucketSum<P> {
    private static final int MANY = 128;

    private final P identity;
    private final BinaryOperator<P> add;

    BucketSum(P identity, BinaryOperator<P> add) {
        this.identity = identity;
        this.add = add;
    }

    /// Σ scalarᵢ · pointᵢ for scalars of 0 or more.
    P of(List<P> points, List<BigInteger> scalars) {
        int window = points.size() == 1 ? 1 : points.size() < MANY ? 4 : 7;
        int bits = scalars.stream().mapToInt(BigInteger::bitLength).max().orElse(0);
        P sum = identity;
        for (int low = (bits + window - 1) / window * window - window; low >= 0; low -= window) {
            for (int i = 0; i < window; i++) {
                sum = add.apply(sum, sum);
            }
            sum = add.apply(sum, digitSum(points, scalars, low, window));
        }
        return sum;
    }

    private P digitSum(List<P> points, List<BigInteger> scalars, int low, int window) {
        Object[] buckets = new Object[1 << window];
        for (int i = 0; i < points.size(); i++) {
            int digit = scalars.get(i).shiftRight(low).intValue() & (buckets.length - 1);
            buckets[digit] = add.apply(bucket(buckets, digit), points.get(i));
        }
        P running = identity;
        P sum = identity;
        for (int digit = buckets.length - 1; digit > 0; digit--) {
            running = add.apply(running, bucket(buckets, digit));
            sum = add.apply(sum, running);
        }
        return sum;
    }

    @SuppressWarnings("unchecked")
    private P bucket(Object[] buckets, int digit) {
        Object bucket = buckets[digit];
        return bucket == null ? identity : (P) bucket;
    }
}
