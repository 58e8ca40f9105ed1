package io.florin.crypto.range;

import io.florin.crypto.batch.FixedBases;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.BaseTable;
import io.florin.crypto.group.G1;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// All bases of a Bulletproof in one row, for a batch to add up: G, Gv, u, the vector g, the vector h. Computed once
/// for all proofs.
final class BulletproofBases {
    /// Index of G; Gv follows.
    static final int BLINDING = 0;

    /// Index of u, the base of the inner product.
    static final int U = 2;

    private static final int VECTORS = 3;

    private final int size;
    private final FixedBases fixed;
    private final List<G1> gPlusH;
    private final G1 hSum;
    private volatile @Nullable BaseTable table;

    private BulletproofBases(int size, FixedBases fixed) {
        this.size = size;
        this.fixed = fixed;
        gPlusH = IntStream.range(0, size)
                .mapToObj(i -> fixed.get(VECTORS + i).add(fixed.get(VECTORS + size + i)))
                .toList();
        hSum = h().stream().reduce(G1.identity(), G1::add);
    }

    /// The bases for so many bits in all.
    static BulletproofBases ofSize(int size) {
        List<G1> points = new ArrayList<>(VECTORS + 2 * size);
        points.addAll(List.of(Generators.BLINDING, Generators.VALUE, Generators.of("BP-u")));
        points.addAll(series("BP-g", size));
        points.addAll(series("BP-h", size));
        return new BulletproofBases(size, FixedBases.of(points));
    }

    private static List<G1> series(String name, int size) {
        return IntStream.range(0, size)
                .mapToObj(index -> Generators.of(name, index))
                .toList();
    }

    FixedBases fixed() {
        return fixed;
    }

    /// All bases with their multiples, as the prover needs them; computed by the first call.
    BaseTable table() {
        BaseTable known = table;
        if (known == null) {
            known = BaseTable.of(fixed.points()); // two threads may do so at once, and find the same
            table = known;
        }
        return known;
    }

    /// First index of g.
    int gFrom() {
        return VECTORS;
    }

    /// First index of h.
    int hFrom() {
        return VECTORS + size;
    }

    List<G1> g() {
        return fixed.points().subList(gFrom(), hFrom());
    }

    List<G1> h() {
        return fixed.points().subList(hFrom(), hFrom() + size);
    }

    /// g + h, point by point.
    List<G1> gPlusH() {
        return gPlusH;
    }

    /// The sum of all points of h.
    G1 hSum() {
        return hSum;
    }

    G1 u() {
        return fixed.get(U);
    }
}
