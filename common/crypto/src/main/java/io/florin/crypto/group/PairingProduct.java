package io.florin.crypto.group;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A product of pairings with constant points of G2, Π e(scalarᵢ · Pᵢ, Qᵢ): the points that meet the same Q are summed
/// first, so it costs one Miller loop for each different Q and one final exponentiation, however many terms there are.
///
/// Points that nobody has checked may be added. Then all sums are multiplied by 1 − z first, which leaves nothing of
/// the parts outside the group; as 1 − z is prime to q, the product of what is left is one before if and only if it is
/// after. Who needs such a point to be another than the identity checks it.
///
/// For public scalars and points only: the time depends on them. Owned by one thread.
public final class PairingProduct {
    private final Map<PreparedG2, Terms> sums = new LinkedHashMap<>();

    /// Multiplies by e(point, constant).
    public PairingProduct add(CurvePoint point, PreparedG2 constant) {
        return add(Scalar.ONE, point, constant);
    }

    /// Multiplies by e(scalar · point, constant).
    public PairingProduct add(Scalar scalar, CurvePoint point, PreparedG2 constant) {
        sums.computeIfAbsent(constant, _ -> new Terms()).add(scalar, point);
        return this;
    }

    /// Multiplies by e(scalar · point, constant), for an element of a vector and a point of a buffer.
    ///
    /// @throws IndexOutOfBoundsException if there is no such element or point
    public PairingProduct add(ScalarVector vector, int index, PointBuffer buffer, int handle, PreparedG2 constant) {
        sums.computeIfAbsent(constant, _ -> new Terms()).add(vector, index, buffer, handle);
        return this;
    }

    /// Number of different points of G2: Miller loops.
    public int size() {
        return sums.size();
    }

    /// Whether the product is one; true if there is no term. A term with an identity counts as one: whoever needs a
    /// point to be another checks that itself.
    public boolean isOne() {
        List<long[]> points = new ArrayList<>(sums.size());
        List<Engine.Lines> lines = new ArrayList<>(sums.size());
        boolean project = sums.values().stream().anyMatch(Terms::hasUnchecked);
        sums.forEach((constant, sum) -> {
            points.add((project ? sum.projection() : sum.sum()).words());
            lines.add(constant.lines());
        });
        return Engine.current().pairingProductIsOne(points, lines);
    }
}
