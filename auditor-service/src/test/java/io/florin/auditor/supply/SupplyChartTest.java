package io.florin.auditor.supply;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SupplyChartTest {

    private static Figures at(long block, long issued, long redeemed) {
        return new Figures(block, 1, issued, redeemed, issued - redeemed, true, new TreeMap<>());
    }

    @Test
    void hasTheFiguresOfEachBlock() {
        SupplyChart chart = SupplyChart.of(List.of(at(3, 1_000, 0), at(4, Long.MAX_VALUE, 150)), 2);

        assertThat(chart.points())
                .isEqualTo("{\"digits\":2,\"blocks\":[3,4],\"issued\":[1000,9223372036854775807],"
                        + "\"redeemed\":[0,150],\"outstanding\":[1000,9223372036854775657]}");
        assertThat(chart.firstBlock()).isEqualTo(3);
        assertThat(chart.lastBlock()).isEqualTo(4);
    }

    @Test
    void isEmptyBeforeTheFirstBlock() {
        assertThat(SupplyChart.of(List.of(), 2).points()).isEmpty();
    }
}
