package io.florin.centralbank.supply;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.centralbank.protocol.MoneyText;
import io.florin.centralbank.supply.SupplySummary.SupplyPoint;
import org.junit.jupiter.api.Test;

class SupplyChartTest {

    @Test
    void addsReservesAndCurrencyUp() {
        SupplyPoint point = new SupplyPoint(5, 100, 30, 430L);

        assertThat(point.outstanding()).isEqualTo(70);
        assertThat(point.total()).isEqualTo(500);
        assertThat(new SupplyPoint(5, 100, 30, null).total()).isNull();
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
