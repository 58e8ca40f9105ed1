package io.florin.wallet.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.ledger.Amount;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmountInputTest {

    @ParameterizedTest
    @CsvSource({
        "12,1200,12.00",
        "12.50,1250,12.50",
        "0.01,1,0.01",
        "999999999999999.99,99999999999999999,999999999999999.99"
    })
    void readsAndWritesWithoutLosingACent(String text, long minorUnits, String again) {
        assertThat(AmountInput.parse(text)).isEqualTo(Amount.of(minorUnits));
        assertThat(AmountInput.format(Amount.of(minorUnits))).isEqualTo(again);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1.5", "1.505", "1,50", ".50", "1e3", "1 000", "１２", "9999999999999999"})
    void refusesWhatIsNoAmount(String text) {
        assertThatThrownBy(() -> AmountInput.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("12.50");
    }
}
