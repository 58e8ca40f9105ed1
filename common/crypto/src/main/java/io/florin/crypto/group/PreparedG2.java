package io.florin.crypto.group;

/// A constant point of G2 with the lines of its Miller loop, about 20 kB: for keys and generators that are paired
/// often. Immutable; any thread. Equality is that of the point.
public final class PreparedG2 {
    private static final PreparedG2 GENERATOR = of(G2.generator());

    private final G2 point;
    private final Engine.Lines lines;

    private PreparedG2(G2 point, Engine.Lines lines) {
        this.point = point;
        this.lines = lines;
    }

    /// Prepares a point.
    public static PreparedG2 of(G2 point) {
        return new PreparedG2(point, Engine.current().prepare(point.words()));
    }

    /// The generator of G2, prepared.
    public static PreparedG2 generator() {
        return GENERATOR;
    }

    /// The point.
    public G2 point() {
        return point;
    }

    Engine.Lines lines() {
        return lines;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PreparedG2 that && point.equals(that.point);
    }

    @Override
    public int hashCode() {
        return point.hashCode();
    }

    @Override
    public String toString() {
        return "Prepared" + point;
    }
}
