package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AmountSearchTest {
    private static final List<Long> AMOUNTS = List.of(123_456L, 234_567L, 345_678L, 456_789L);

    @Test
    void findsThreeAmountsInEachForm() {
        String hex = "0000000000" + "01e240" + "ff" + "0000000000" + "039447" + "0000000000" + "05464e";
        assertThat(new AmountSearch(AMOUNTS)
                        .inBytes(Bytes.fromHex(hex).toArray())
                        .leaks())
                .isTrue();
        assertThat(new AmountSearch(AMOUNTS)
                        .inText("(7,123456,t)")
                        .inText("{\"at\":234567}")
                        .inText("took 345678 ns")
                        .leaks())
                .isTrue();
    }

    @Test
    void oneBareNumberIsChance() {
        AmountSearch search = new AmountSearch(AMOUNTS);
        assertThat(search.inText("(7,123456,t)")
                        .inText("at 12:30:01.345678 of 1.456789")
                        .inText("(x,7123456) 1234567")
                        .leaks())
                .isFalse();
        assertThat(search.inText("(7,234567)").leaks()).isFalse();
        assertThat(search.inText("(7,345678)").leaks()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INFO settled amount=123456",
                "{\"id\":7,\"amount\":123456,\"x\":1}",
                "{\"amountMinor\": \"123456\"}",
                "paid 123456 minor units",
                "a total of 123456",
                "paid 1234.56 FLN",
                "{\"amount\":1234.5600}",
                "of 1,234.56",
                "<InstdAmt Ccy=\"FLN\">1234.56</InstdAmt>",
                "1 234,56"
            })
    void whatIsCalledAnAmountLeaksByItself(String line) {
        assertThat(new AmountSearch(AMOUNTS).inText(line).leaks()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INFO credited 12.50 FLN",
                "settled amount=1250",
                "{\"amountMinor\":1250,\"x\":1}",
                "paid 12.5",
                "a total of 540.00",
                "540,00 FLN"
            })
    void aSmallAmountLeaksWhereItIsCalledOne(String line) {
        assertThat(new AmountSearch(List.of(1_250L, 54_000L)).inText(line).leaks())
                .isTrue();
    }

    /// In any number, whatever there is of them.
    @Test
    void smallNumbersAreEverywhere() {
        AmountSearch search = new AmountSearch(List.of(1_250L, 54_000L, 300L, 700L));
        assertThat(search.inText("took 12.50 s, 1250 blocks of version 540.00, (54000,300,700)")
                        .inBytes(Bytes.fromHex("00000000000004e2" + "000000000000d2f0" + "000000000000012c")
                                .toArray())
                        .leaks())
                .isFalse();
    }

    /// JSON and `double` leave a last zero out.
    @Test
    void aDecimalNumberMayLackItsLastZero() {
        assertThat(new AmountSearch(List.of(123_450L)).inText("{\"x\":1234.5}").leaks())
                .isTrue();
        assertThat(new AmountSearch(List.of(123_450L))
                        .inText("1234.5.6, 11234.5, 1234.51, 1234,5")
                        .leaks())
                .isFalse();
    }
}
