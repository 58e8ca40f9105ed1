package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import java.util.List;
import org.junit.jupiter.api.Test;

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
                        .inText("(7,\"\\\\x" + hex + "\",t)")
                        .leaks())
                .isTrue();
        assertThat(new AmountSearch(AMOUNTS)
                        .inText("(7,123456,t)")
                        .inText("(234567,x)")
                        .inText("(8,345678)")
                        .leaks())
                .isTrue();
    }

    @Test
    void oneAmountIsChance() {
        AmountSearch search = new AmountSearch(AMOUNTS);
        assertThat(search.inText("(7,123456,t)")
                        .inText("(9,123456,t)")
                        .inText("(x,7123456)")
                        .leaks())
                .isFalse();
        assertThat(search.inText("(7,234567)").leaks()).isFalse();
        assertThat(search.inText("(7,345678)").leaks()).isTrue();
    }
}
