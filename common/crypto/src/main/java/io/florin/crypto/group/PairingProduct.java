package io.florin.crypto.group;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A product of pairings with constant points of G2, Π e(scalarᵢ · Pᵢ, Qᵢ): the points that meet the same Q are summed
/// first, so it costs one Miller loop for each different Q and one final exponentiation, however many terms there are.
///
/// For public scalars and points only: the time depends on them. Owned by one thread.
public final class PairingProduct {
    private final Map<PreparedG2, Terms> sums = new LinkedHashMap<>();

    /// Multiplies by e(point, constant).
    public PairingProduct add(G1 point, PreparedG2 constant) {
        return add(Scalar.ONE, point, constant);
    }

    /// Multiplies by e(scalar · point, constant).
    public PairingProduct add(Scalar scalar, G1 point, PreparedG2 constant) {
        sums.computeIfAbsent(constant, _ -> new Terms()).add(scalar, point);
        return this;
    }

    /// Whether the product is one; true if there is no term. A term with an identity counts as one: whoever needs a
    /// point to be another checks that itself.
    public boolean isOne() {
        List<long[]> points = new ArrayList<>(sums.size());
        List<Engine.Lines> lines = new ArrayList<>(sums.size());
        for (Map.Entry<PreparedG2, Terms> sum : sums.entrySet()) {
            points.add(sum.getValue().sum().words());
            lines.add(sum.getKey().lines());
        }
        return Engine.current().pairingProductIsOne(points, lines);
    }
}
