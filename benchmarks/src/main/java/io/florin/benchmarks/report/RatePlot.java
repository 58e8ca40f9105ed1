package io.florin.benchmarks.report;

import java.util.List;
import java.util.Locale;

/// A picture of rates over time without any library: one line per run, from zero, seconds to the right.
final class RatePlot {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 300;
    private static final int LEFT = 80;
    private static final int BOTTOM = 40;
    private static final int TOP = 30;
    private static final int TICKS = 4;
    private static final List<String> COLOURS = List.of("#1f6f8b", "#c8553d", "#588157", "#6d597a", "#b08968");

    private RatePlot() {}

    static String svg(String title, String unit, List<List<Double>> runs) {
        double most = nice(runs.stream()
                .flatMap(List::stream)
                .mapToDouble(rate -> rate)
                .max()
                .orElse(1));
        int seconds = Math.max(2, runs.stream().mapToInt(List::size).max().orElse(2));
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"12\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n"
                        + "<text x=\"%d\" y=\"18\">%s, %s</text>%n",
                WIDTH,
                HEIGHT,
                LEFT,
                title,
                unit));
        for (int tick = 0; tick <= TICKS; tick++) {
            double value = most * tick / TICKS;
            double y = y(value, most);
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>"
                            + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%,.0f</text>%n",
                    LEFT,
                    WIDTH - 10,
                    y,
                    y,
                    LEFT - 6,
                    y + 4,
                    value));
        }
        for (int run = 0; run < runs.size(); run++) {
            svg.append("<polyline fill=\"none\" stroke-width=\"1.5\" stroke=\"")
                    .append(COLOURS.get(run % COLOURS.size()))
                    .append("\" points=\"");
            List<Double> rates = runs.get(run);
            for (int second = 0; second < rates.size(); second++) {
                double x = LEFT + (WIDTH - 10.0 - LEFT) * second / (seconds - 1);
                svg.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y(rates.get(second), most)));
            }
            svg.append(String.format(Locale.ROOT, "\"/>%n"));
        }
        return svg.append(String.format(
                        Locale.ROOT,
                        "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%d s</text>%n</svg>%n",
                        WIDTH - 10,
                        HEIGHT - 12,
                        seconds))
                .toString();
    }

    private static double y(double value, double most) {
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / most;
    }

    /// The next round number, so that the ticks are round.
    private static double nice(double value) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(value, 1))));
        for (double step : new double[] {1, 2, 4, 8, 10}) {
            if (step * power >= value) {
                return step * power;
            }
        }
        return 10 * power;
    }
}
