package io.florin.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class MeasurementTest {
    private static final Calibration MACHINE = new Calibration(1_900, 39_800);

    @Test
    void isOneLineOfJsonInTheAgreedOrder() {
        Measurement measurement = new Measurement(
                "committer.e2e",
                "tx/s",
                List.of(41_234.4, 40_011.0, 42_100.0),
                MACHINE,
                "2 shards, RocksDB, fsync, 60 s");
        assertThat(measurement.toJson())
                .isEqualTo("{\"row\":\"committer.e2e\",\"value\":41234,\"unit\":\"tx/s\",\"runs\":[41234,40011,42100],"
                        + "\"calibration\":{\"sha256_mb_s\":1900,\"ed25519_verify_s\":39800},"
                        + "\"conditions\":\"2 shards, RocksDB, fsync, 60 s\"}");
    }

    @Test
    void writesSmallFiguresWithThreeDigitsAndNoneInExponents() {
        assertThat(figure(0.000123456)).isEqualTo("0.000123");
        assertThat(figure(0.5)).isEqualTo("0.5");
        assertThat(figure(19.96)).isEqualTo("20");
        assertThat(figure(99.96)).isEqualTo("100");
        assertThat(figure(3_000_000.2)).isEqualTo("3000000");
        assertThat(figure(0)).isEqualTo("0");
    }

    private static String figure(double value) {
        String json = new Measurement("row", "unit", List.of(value), MACHINE, "").toJson();
        return json.substring(json.indexOf("\"value\":") + 8, json.indexOf(",\"unit\""));
    }

    @Test
    void valueIsARunThatWasMeasured() {
        assertThat(new Measurement("row", "unit", List.of(4.0, 1.0, 2.0, 3.0), MACHINE, "").value())
                .isEqualTo(2.0);
        assertThat(new Measurement("row", "unit", List.of(3.0, 1.0, 2.0), MACHINE, "").value())
                .isEqualTo(2.0);
    }

    @Test
    void whatIsNoFigureIsNoResult() {
        assertThatThrownBy(() -> new Measurement("row", "unit", List.of(), MACHINE, ""))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Measurement("row", "unit", List.of(Double.NaN), MACHINE, ""))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Measurement("row", "unit", List.of(Double.POSITIVE_INFINITY), MACHINE, ""))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void calibrationFindsAMachineThatWorks() {
        Calibration calibration = Calibration.measure();
        assertThat(calibration.sha256MegabytesPerSecond()).isPositive();
        assertThat(calibration.ed25519VerifiesPerSecond()).isPositive();
    }
}
