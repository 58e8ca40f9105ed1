package io.florin.sandbox.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.ledger.privacy.PrivacyModel;
import io.florin.sandbox.run.SandboxException;
import io.florin.sandbox.view.PartyStore.Thing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeenPageTest {
    private static final Fact NAME = Fact.text("payee's name", "Ada <b>Lovelace");
    private static final Fact AMOUNT = Fact.amount("amount", 123_456);

    @Test
    void putsModelsBesideEachOtherInTheirOrder() {
        String page =
                SeenPage.of(List.of(payment(PrivacyModel.UNLINKABLE, ""), payment(PrivacyModel.CLEAR, ",123456,")));

        assertThat(page.indexOf("href=\"#clear\"")).isPositive().isLessThan(page.indexOf("href=\"#unlinkable\""));
        assertThat(page)
                .contains("<td id=\"clear-readers\" class=\"yes\"><ul><li>amount</li></ul></td>")
                .contains("<td id=\"unlinkable-readers\">nothing</td>")
                .contains("<td id=\"clear-payer-bank\" class=\"yes\"><ul><li>payee's name</li></ul></td>")
                .contains("a &lt; b", "1,234.56 FLN", "Nothing of this payment")
                .doesNotContain("<b>Lovelace", "auditor-under-case");
        assertThat(SeenPage.lacking(List.of(payment(PrivacyModel.UNLINKABLE, ""))))
                .containsExactly(PrivacyModel.CLEAR, PrivacyModel.ANONYMOUS, PrivacyModel.CONFIDENTIAL);
    }

    @Test
    void saysWhereANetworkHasNoSuchPartyAndKeepsTwoOfOneModelApart() {
        SeenPayment one = payment(PrivacyModel.UNLINKABLE, "");
        SeenPayment withCase = new SeenPayment(
                one.model(),
                "passive audit",
                one.facts(),
                List.of(new SeenPayment.At(Viewer.AUDITOR_UNDER_CASE, List.of("amount"), List.of())));

        assertThat(SeenPage.of(List.of(one, withCase)))
                .contains("<td id=\"unlinkable-auditor-under-case\" class=\"absent\">not part of it</td>")
                .contains("<td id=\"unlinkable-2-auditor-under-case\" class=\"yes\">")
                .contains("<td id=\"unlinkable-2-readers\" class=\"absent\">");
    }

    @Test
    void tellsWhatWasToldFromWhatIsStored() {
        Thing signature = new Thing("beside the transaction", List.of("abcd"), new byte[] {1, 2});
        SeenPayment payment = new WhoSeesWhat(
                        PrivacyModel.ANONYMOUS,
                        "active audit",
                        List.of(NAME, AMOUNT),
                        List.of(
                                new PartyStore(Viewer.AUDITOR, List.of(signature)),
                                new PartyStore(Viewer.AUDITOR_TOLD, List.of(signature), Set.of(AMOUNT.name()))))
                .seen();

        assertThat(payment.seenBy(Viewer.AUDITOR)).contains(List.of());
        assertThat(payment.seenBy(Viewer.AUDITOR_TOLD)).contains(List.of("amount"));
        assertThat(SeenPage.of(List.of(payment)))
                .contains("<td id=\"anonymous-auditor\">nothing</td>")
                .contains("<td id=\"anonymous-auditor-told\" class=\"yes\"><ul><li>amount</li></ul></td>")
                .contains("told with a payment that it signs and not kept");
    }

    @Test
    void readsWhatADataDirectoryKeeps(@TempDir Path data) throws IOException {
        SeenPayment payment = payment(PrivacyModel.CLEAR, ",123456,");
        assertThatThrownBy(() -> SeenPayment.kept(data))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("No demo came to its end");

        payment.keep(data);
        assertThat(SeenPayment.kept(data)).isEqualTo(payment);
        assertThat(payment.seenBy(Viewer.READERS)).contains(List.of("amount"));
        assertThat(payment.seenBy(Viewer.AUDITOR)).isEmpty();

        for (String damaged : List.of("{", "{}", "[]", "{\"model\":\"OPAQUE\"}")) {
            Files.writeString(data.resolve("who-sees-what.json"), damaged);
            assertThatThrownBy(() -> SeenPayment.kept(data))
                    .as(damaged)
                    .isInstanceOf(SandboxException.class)
                    .hasMessageContaining("damaged");
        }
    }

    private static SeenPayment payment(PrivacyModel model, String onLedger) {
        return new WhoSeesWhat(
                        model,
                        "no audit",
                        List.of(NAME, AMOUNT),
                        List.of(
                                new PartyStore(
                                        Viewer.PAYER_BANK,
                                        List.of(new Thing("row", List.of("a < b"), bytes("Ada <b>Lovelace")))),
                                new PartyStore(
                                        Viewer.READERS, List.of(new Thing("block", List.of("one"), bytes(onLedger)))),
                                new PartyStore(Viewer.CENTRAL_BANK, List.of())))
                .seen();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
