package io.florin.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RatePlotTest {
    @Test
    void drawsALineForEachRunAndRoundTicks() {
        String svg = RatePlot.svg("committer.e2e", "tx/s", List.of(List.of(100.0, 350.0), List.of(200.0)));
        assertThat(svg).startsWith("<svg ").endsWith("</svg>\n").contains("committer.e2e, tx/s", ">400<", ">100<");
        assertThat(svg.split("<polyline")).hasSize(3);
    }
}
