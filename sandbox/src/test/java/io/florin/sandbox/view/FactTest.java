package io.florin.sandbox.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FactTest {
    private static final Fact NAME = Fact.text("name", "Ada <b>Lovelace");
    private static final Fact KEY = Fact.bytes("key", Bytes.fromHex("00112233445566778899aabbccddeeff"));
    private static final Fact AMOUNT = Fact.amount("amount", 123_456);

    @Test
    void findsAFactInEachFormInWhichItMayBeStored() {
        assertThat(NAME.standsIn(bytes("paid Ada <b>Lovelace today"))).isTrue();
        assertThat(NAME.standsIn(bytes("paid Ada today"))).isFalse();
        assertThat(KEY.standsIn(bytes("\\x00112233445566778899aabbccddeeff"))).isTrue();
        assertThat(KEY.standsIn(
                        Bytes.fromHex("ff00112233445566778899aabbccddeeff").toArray()))
                .isTrue();
        assertThat(KEY.standsIn(Bytes.fromHex("00112233445566778899aabbccddee").toArray()))
                .isFalse();
        assertThat(AMOUNT.standsIn(bytes("(7,123456,x)"))).isTrue();
        assertThat(AMOUNT.standsIn(bytes("(7,9123456,x)"))).isFalse();
        assertThat(AMOUNT.standsIn(Bytes.fromHex("01000000000001e24001").toArray()))
                .isTrue();
        assertThat(AMOUNT.standsIn(bytes("received 1234.56 FLN in block 7"))).isTrue();
        assertThat(AMOUNT.standsIn(bytes("received 91234.56 FLN in block 7"))).isFalse();
        assertThat(AMOUNT.value()).isEqualTo("1,234.56 FLN");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
