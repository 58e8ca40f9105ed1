package io.florin.centralbank.supply;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.centralbank.protocol.MoneyText;
import io.florin.centralbank.supply.SupplyBook.SupplyPoint;
import java.util.List;
import org.junit.jupiter.api.Test;

class SupplyChartTest {

    @Test
    void drawsStepsInABox() {
        SupplyChart chart = SupplyChart.of(
                List.of(new SupplyPoint(0, 0, 0), new SupplyPoint(5, 100, 0), new SupplyPoint(10, 100, 50)));

        assertThat(chart.path()).isEqualTo("M0 160H300V0H600V80H600");
        assertThat(chart.most()).isEqualTo(100);
        assertThat(SupplyChart.of(List.of(new SupplyPoint(0, 0, 0))).path()).isEqualTo("M0 160H600");
    }

    @Test
    void doesNotOverflow() {
        assertThat(SupplyChart.share(Long.MAX_VALUE / 2, Long.MAX_VALUE)).isBetween(499L, 500L);
        assertThat(SupplyChart.share(5, 0)).isZero();
        assertThat(SupplyChart.share(-5, 10)).isZero();
    }

    @Test
    void writesMoneyForPeople() {
        MoneyText money = new MoneyText();

        assertThat(money.text(0)).isEqualTo("0.00");
        assertThat(money.text(5)).isEqualTo("0.05");
        assertThat(money.text(-123_456)).isEqualTo("-1,234.56");
        assertThat(money.text(100_000_000)).isEqualTo("1,000,000.00");
        assertThat(money.text(Long.MIN_VALUE)).isEqualTo("-92,233,720,368,547,758.08");
    }
}
