package io.florin.crypto.batch;

import io.florin.crypto.group.BaseTable;
import io.florin.crypto.group.G1;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Constant points that the equations of many proofs share. A batch adds up the coefficients of each of them before any
/// arithmetic on points, so a hundred proofs pay for them once: if they use the same instance, for equality is
/// identity. The first use computes a table of 12 kB a base. Immutable; any thread.
public final class FixedBases {
    private final List<G1> points;
    private volatile @Nullable BaseTable table;

    private FixedBases(List<G1> points) {
        this.points = points;
    }

    /// Bases in this order; the list is copied.
    ///
    /// @throws IllegalArgumentException if there is none, or one is the identity
    public static FixedBases of(List<G1> points) {
        if (points.isEmpty() || points.stream().anyMatch(G1::isIdentity)) {
            throw new IllegalArgumentException("bases are at least one, and none is the identity");
        }
        return new FixedBases(List.copyOf(points));
    }

    /// The same as [#of(List)].
    public static FixedBases of(G1... points) {
        return of(List.of(points));
    }

    /// Number of bases.
    public int size() {
        return points.size();
    }

    /// A base.
    ///
    /// @throws IndexOutOfBoundsException if there are fewer
    public G1 get(int index) {
        return points.get(index);
    }

    /// The multiples of the bases, which the first call computes: for sums with public scalars.
    public BaseTable table() {
        BaseTable known = table;
        if (known == null) {
            known = BaseTable.of(points); // two threads may do so at once, and find the same
            table = known;
        }
        return known;
    }

    /// All bases in order.
    public List<G1> points() {
        return points;
    }
}
