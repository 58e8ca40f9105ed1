package io.florin.sandbox.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.sandbox.view.Place.Thing;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class WhoSeesWhatTest {
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
        assertThat(AMOUNT.value()).isEqualTo("1,234.56 FLN");
    }

    @Test
    void saysWhoStoresWhatAndEscapesIt() {
        WhoSeesWhat view = new WhoSeesWhat(
                "anonymous",
                List.of(NAME, AMOUNT),
                List.of(
                        new Place("bank", List.of(new Thing("row", List.of("a < b"), bytes("Ada <b>Lovelace")))),
                        new Place("certifiers", List.of())),
                true);
        assertThat(view.table()).containsEntry("bank", List.of("name")).containsEntry("certifiers", List.of());
        assertThat(view.page())
                .contains("a &lt; b", "Ada &lt;b&gt;Lovelace", "Nothing of this payment", "the ledger names them")
                .doesNotContain("<b>Lovelace");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
