package io.florin.auditor.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MoneyTest {

    @Test
    void writesAmountsForPeople() {
        var money = new Money("FLN", 2);

        assertThat(money.text(0)).isEqualTo("0.00 FLN");
        assertThat(money.text(7)).isEqualTo("0.07 FLN");
        assertThat(money.text(123_456_789)).isEqualTo("1,234,567.89 FLN");
        assertThat(money.text(-100_000)).isEqualTo("-1,000.00 FLN");
        assertThat(new Money("", 0).text(1_000)).isEqualTo("1,000");
    }
}
