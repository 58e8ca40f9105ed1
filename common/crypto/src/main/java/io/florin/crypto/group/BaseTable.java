package io.florin.crypto.group;

import java.util.List;
import java.util.Objects;

/// Constant points of G1 with 128 multiples of each, 12 kB a point: sums over them take about half the time of [Terms].
/// For public scalars only: the time depends on them. Immutable; any thread.
public final class BaseTable {
    private static final CurveEngine CURVE = Engine.current().g1();

    private final int size;
    private final CurveEngine.Table table;

    private BaseTable(int size, CurveEngine.Table table) {
        this.size = size;
        this.table = table;
    }

    /// Computes the multiples, about 0.1 ms a point.
    ///
    /// @throws IllegalArgumentException if there is no point, or one is the identity
    public static BaseTable of(List<G1> points) {
        if (points.isEmpty() || points.stream().anyMatch(G1::isIdentity)) {
            throw new IllegalArgumentException("bases are at least one, and none is the identity");
        }
        long[] words = new long[points.size() * CurvePoint.WORDS];
        for (int i = 0; i < points.size(); i++) {
            System.arraycopy(points.get(i).words(), 0, words, i * CurvePoint.WORDS, CurvePoint.WORDS);
        }
        return new BaseTable(points.size(), CURVE.prepare(words, points.size()));
    }

    /// Σ scalarᵢ · pointᵢ.
    ///
    /// @throws IllegalArgumentException if there are not as many scalars as points
    public G1 sum(List<Scalar> scalars) {
        return sum(ScalarVector.of(scalars));
    }

    /// The same of a vector.
    ///
    /// @throws IllegalArgumentException if there are not as many scalars as points
    public G1 sum(ScalarVector scalars) {
        if (scalars.size() != size) {
            throw new IllegalArgumentException(scalars.size() + " scalars for " + size + " bases");
        }
        long[] words = new long[size * Scalar.LONGS];
        for (int i = 0; i < size; i++) {
            scalars.copyWordsInto(i, words, i * Scalar.LONGS);
        }
        return new G1(CURVE.sum(table, words));
    }

    /// Σ scalarᵢ · point at indexᵢ.
    ///
    /// @param indexes at least one, each at most once
    /// @throws IllegalArgumentException if there is no index, or there are not as many scalars
    /// @throws IndexOutOfBoundsException if there is no such point
    public G1 sum(List<Scalar> scalars, int[] indexes) {
        if (indexes.length == 0 || scalars.size() != indexes.length) {
            throw new IllegalArgumentException(scalars.size() + " scalars, " + indexes.length + " indexes");
        }
        long[] words = new long[indexes.length * Scalar.LONGS];
        for (int i = 0; i < indexes.length; i++) {
            Objects.checkIndex(indexes[i], size);
            scalars.get(i).copyWordsInto(words, i * Scalar.LONGS);
        }
        return new G1(CURVE.sum(table, indexes, words));
    }
}
