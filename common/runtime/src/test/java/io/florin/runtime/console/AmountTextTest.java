package io.florin.runtime.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AmountTextTest {

    @Test
    void separatesThousandsWhateverTheDecimals() {
        assertThat(AmountText.of(0, 2)).isEqualTo("0.00");
        assertThat(AmountText.of(-5, 2)).isEqualTo("-0.05");
        assertThat(AmountText.of(123_456_789, 2)).isEqualTo("1,234,567.89");
        assertThat(AmountText.of(1_234_567, 0)).isEqualTo("1,234,567");
        assertThat(AmountText.of(Long.MIN_VALUE, 2)).isEqualTo("-92,233,720,368,547,758.08");
    }
}
