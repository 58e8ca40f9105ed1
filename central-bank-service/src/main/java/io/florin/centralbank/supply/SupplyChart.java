package io.florin.centralbank.supply;

import io.florin.centralbank.supply.SupplyBook.SupplyPoint;
import java.util.List;

/// A step line of the supply as SVG path data, in whole pixels.
///
/// @param path of a `path` element in a box of [#WIDTH] by [#HEIGHT]
/// @param firstBlock and lastBlock: the ends of the axis
/// @param most the top of the axis, minor units
public record SupplyChart(String path, long firstBlock, long lastBlock, long most) {
    public static final int WIDTH = 600;
    public static final int HEIGHT = 160;
    private static final int FULL = 1000;

    static SupplyChart of(List<SupplyPoint> points) {
        long first = points.getFirst().block();
        long last = Math.max(first + 1, points.getLast().block());
        long most = Math.max(
                1, points.stream().mapToLong(SupplyPoint::outstanding).max().orElse(1));
        StringBuilder path = new StringBuilder();
        for (SupplyPoint point : points) {
            long x = scaled(point.block() - first, last - first, WIDTH);
            long y = HEIGHT - scaled(point.outstanding(), most, HEIGHT);
            path.append(path.isEmpty() ? "M" + x + " " + y : "H" + x + "V" + y);
        }
        return new SupplyChart(path + "H" + WIDTH, first, last, most);
    }

    /// The part of the whole, per mille, 0 where there is no whole.
    static long share(long part, long whole) {
        return whole <= 0 ? 0 : scaled(Math.max(0, part), whole, FULL);
    }

    private static long scaled(long value, long of, int to) {
        return Math.multiplyHigh(value, to) == 0 && value <= Long.MAX_VALUE / to
                ? value * to / of
                : value / Math.max(1, of / to);
    }
}
