package io.florin.benchmarks.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// One result: the median of some runs, all of them, and under which conditions.
///
/// @param row name of the row, such as `committer.e2e`
/// @param conditions what was in the path and what was not, how long, what is durable
public record Measurement(String row, String unit, List<Double> runs, Calibration calibration, String conditions) {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);
    private static final double WHOLE_FROM = 100;

    public Measurement {
        runs = List.copyOf(runs);
        if (runs.isEmpty() || runs.stream().anyMatch(run -> !Double.isFinite(run) || run < 0)) {
            throw new IllegalArgumentException(row + " has no runs, or one that is no figure");
        }
    }

    /// The median; of an even number of runs the lower one in the middle, so that it is one that was measured.
    public double value() {
        return runs.stream().sorted().toList().get((runs.size() - 1) / 2);
    }

    /// One line, keys in a fixed order.
    public String toJson() {
        ObjectNode json = JSON.createObjectNode();
        json.put("row", row);
        json.put("value", figure(value()));
        json.put("unit", unit);
        ArrayNode all = json.putArray("runs");
        runs.forEach(run -> all.add(figure(run)));
        json.putObject("calibration")
                .put("sha256_mb_s", calibration.sha256MegabytesPerSecond())
                .put("ed25519_verify_s", calibration.ed25519VerifiesPerSecond());
        json.put("conditions", conditions);
        return JSON.writeValueAsString(json);
    }

    /// Whole where it is large, three digits where it is small, never in exponents.
    private static BigDecimal figure(double value) {
        BigDecimal exact = BigDecimal.valueOf(value);
        BigDecimal rounded = value >= WHOLE_FROM ? exact.setScale(0, RoundingMode.HALF_UP) : exact.round(THREE_DIGITS);
        BigDecimal stripped = rounded.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
}
