package io.florin.auditor.supply;

import java.util.List;

/// The curve of outstanding money as points of a picture, 0 at the bottom. Whole numbers only.
///
/// @param line `x,y` pairs for a polyline, empty with fewer than two figures
/// @param highest the amount at the top
public record SupplyChart(String line, long highest, long firstBlock, long lastBlock) {
    public static final int WIDTH = 720;
    public static final int HEIGHT = 200;

    /// @param figures oldest first
    public static SupplyChart of(List<Figures> figures) {
        if (figures.size() < 2) {
            return new SupplyChart("", 0, 0, 0);
        }
        long highest = Math.max(
                1, figures.stream().mapToLong(Figures::outstanding).max().orElse(1));
        long first = figures.getFirst().block();
        long last = figures.getLast().block();
        StringBuilder line = new StringBuilder();
        for (Figures at : figures) {
            long x = scaled(at.block() - first, last - first, WIDTH);
            long y = HEIGHT - scaled(Math.max(0, at.outstanding()), highest, HEIGHT);
            line.append(line.isEmpty() ? "" : " ").append(x).append(',').append(y);
        }
        return new SupplyChart(line.toString(), highest, first, last);
    }

    private static long scaled(long part, long whole, long size) {
        return java.math.BigInteger.valueOf(part)
                .multiply(java.math.BigInteger.valueOf(size))
                .divide(java.math.BigInteger.valueOf(whole))
                .longValueExact();
    }
}
