package io.florin.iso20022;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTextTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 100",
        "1.5, 150",
        "1.50, 150",
        ".05, 5",
        "007.01, 701",
        "+3, 300",
        "-3.1, -310",
        "9999999999999999.99, 999999999999999999"
    })
    void countsMinorUnitsExactly(String text, long minorUnits) {
        assertThat(DecimalText.parse(text).orElseThrow().minorUnits(2)).hasValue(minorUnits);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.001", "1.000", "10000000000000000.00", "999999999999999999999"})
    void findsNoWholeNumberOfMinorUnits(String text) {
        assertThat(DecimalText.parse(text).orElseThrow().minorUnits(2)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "-", "1,5", "1e3", "0x1", "١", "1 0", "NaN", "--1"})
    void refusesWhatIsNoDecimal(String text) {
        assertThat(DecimalText.parse(text)).isEmpty();
    }

    @Test
    void countsSignificantDigits() {
        DecimalText number = DecimalText.parse("0012.3400").orElseThrow();
        assertThat(number.totalDigits()).isEqualTo(4);
        assertThat(number.fractionDigits()).isEqualTo(2);
        assertThat(number.fractionDigitsWritten()).isEqualTo(4);
        assertThat(DecimalText.parse("0.0012").orElseThrow().totalDigits()).isEqualTo(2);
    }
}
