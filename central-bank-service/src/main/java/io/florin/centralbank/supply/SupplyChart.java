package io.florin.centralbank.supply;

/// Figures for the drawing of the supply.
final class SupplyChart {
    private static final int FULL = 1000;

    private SupplyChart() {}

    /// The part of the whole, per mille, 0 where there is no whole.
    static long share(long part, long whole) {
        return whole <= 0 ? 0 : perMille(Math.max(0, part), whole);
    }

    private static long perMille(long value, long of) {
        return value <= Long.MAX_VALUE / FULL ? value * FULL / of : value / Math.max(1, of / FULL);
    }
}
