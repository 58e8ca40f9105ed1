package io.florin.bank.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AmountsTest {

    private final Amounts amounts = new Amounts("FLN", 2);

    @Test
    void readsExactly() {
        assertThat(amounts.parse("0.01")).hasValue(1);
        assertThat(amounts.parse(" 12.3 ")).hasValue(1230);
        assertThat(amounts.parse("999999999999999")).hasValue(99_999_999_999_999_900L);
    }

    @Test
    void takesNothingElse() {
        for (String text :
                new String[] {"", "0", "0.00", "-1", "1.234", "1,00", "1e3", ".5", "5.", "1 000", "9".repeat(16)}) {
            assertThat(amounts.parse(text)).as(text).isEmpty();
        }
    }

    @Test
    void showsWithAllDecimals() {
        assertThat(amounts.show(5)).isEqualTo("0.05 FLN");
        assertThat(amounts.show(-123_456)).isEqualTo("-1,234.56 FLN");
    }
}
