package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.wallet.keys.WalletSeed;
import java.io.IOException;
import java.nio.file.Files;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Held credits of a clear currency, where money is seen before its note, and all that does not depend on the model.
class HeldCreditsIT extends HeldCreditScenes {

    @Override
    PrivacyModel model() {
        return PrivacyModel.CLEAR;
    }

    private Map<String, Object> wish(JsonNode credit, String reason) {
        return Map.of("version", credit.path("version").asInt(), "reason", reason);
    }

    private static String path(JsonNode credit) {
        return "/v1/held-credits/" + credit.path("id").asString();
    }

    /// Persons decide without the payer's words only when these have not come in time; when they come all the same,
    /// nobody need decide.
    @Test
    void whoIsNotNamedInTimeWaitsForPersons() {
        JsonNode anna = payer("Anna Silent");
        JsonNode bert = other.openWallet("Bert Silent", 3);
        network.ledger().withholdNotes(true);
        pay(anna, bert, 6_00, "silent-1");
        awaitFunds(bert, 6_00, 6_00);
        JsonNode unnamed = held(bert, "UNNAMED");
        release(unnamed);
        awaitFunds(bert, 6_00, 0);
        pay(anna, bert, 3_00, "silent-2");
        awaitFunds(bert, 9_00, 3_00);
        held(bert, "UNNAMED");
        network.ledger().withholdNotes(false);
        awaitFunds(bert, 9_00, 0);
    }

    /// A release is of what its clerk saw.
    @Test
    void aListThatSaysMoreAsksAgain() throws IOException {
        JsonNode named = payer("Talvora Menschikko");
        JsonNode bert = other.openWallet("Bert Again", 3);
        pay(named, bert, 10_00, "again-1");
        JsonNode first = held(bert, "HIT");
        release(first);
        awaitFunds(bert, 10_00, 0);

        putInForce(LIST + "FX-7,Person,Talvora Menschikko,,1980,,FICTION-CYBER,2026-04-01\n");
        pay(named, bert, 11_00, "again-2");
        awaitFunds(bert, 21_00, 11_00);
        JsonNode second = held(bert, "HIT");
        assertThat(second.path("hits"))
                .singleElement()
                .satisfies(hit -> assertThat(hit.path("entry").asString()).isEqualTo("FX-7"));
        String approval = order(second);
        Files.writeString(
                list,
                LIST + "FX-7,Person,Talvora Menschikko,,1980,,FICTION-CYBER,2026-04-01\n"
                        + "FX-8,Person,Talvora Menschiko,,1980,,FICTION-ARMS,2026-04-02\n");
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> held(bert, "HIT").path("version").asInt()
                        > second.path("version").asInt());
        assertThat(approve(approval).body()).contains("more was found since the release was ordered");
        awaitFunds(bert, 21_00, 11_00);
        JsonNode third = held(bert, "HIT");
        assertThat(asClerk(path(third) + "/release", wish(second, "old")).body())
                .contains("screened-anew");
        release(third);
        awaitFunds(bert, 21_00, 0);
    }

    /// One decision is for all that waits for it; another person's is not.
    @Test
    void whatWaitsForTheSameDecisionIsReleasedByIt() {
        JsonNode named = payer("Odalys Quintarenko");
        JsonNode bert = other.openWallet("Bert Twice", 3);
        JsonNode carl = other.openWallet("Carl Twice", 3);
        pay(named, bert, 10_00, "twice-1");
        pay(named, carl, 20_00, "twice-2");
        JsonNode first = held(bert, "HIT");
        awaitFunds(carl, 20_00, 20_00);
        held(carl, "HIT");
        release(first);
        awaitFunds(carl, 20_00, 0);
        assertThat(asClerk("/v1/held-credits?select=all").body()).contains("rule:screening");
    }

    @Test
    void whatIsKeptStaysHeldUntilTwoPersonsReleaseIt() {
        JsonNode named = payer("Vorgan Draskil");
        JsonNode bert = other.openWallet("Bert Kept", 3);
        pay(named, bert, 12_00, "kept-1");
        JsonNode credit = held(bert, "HIT");
        Answer kept = asClerk(path(credit) + "/keep", Map.of("reason", "reported to the ministry"));
        assertThat(kept.json().path("state").asString()).isEqualTo("KEPT");
        assertThat(kept.json().path("decidedBy").asString()).isEqualTo("clara");
        assertThat(asClerk(path(credit) + "/keep", Map.of("reason", "again")).body())
                .contains("already-decided");
        awaitFunds(bert, 12_00, 12_00);
        release(credit);
        awaitFunds(bert, 12_00, 0);
        assertThat(asClerk(path(credit) + "/release", wish(credit, "twice")).body())
                .contains("credit-not-held");
    }

    /// A customer whom registration admitted is asked about once more here, when money comes from elsewhere; what moves
    /// within the bank is no credit from another.
    @Test
    void aNamedPayeeIsHeldTooButNothingWithinTheBank() {
        JsonNode anna = payer("Anna Ordinary");
        JsonNode named = other.openWallet("Talvora Menschikko", 3);
        other.fund(named, 40_00);
        awaitFunds(named, 40_00, 0);
        pay(anna, named, 2_00, "payee-1");
        awaitFunds(named, 42_00, 2_00);
        assertThat(held(named, "HIT").path("hits").get(0).path("party").asString())
                .isEqualTo("PAYEE");
        Answer paid = other.pay(number(named), iban(other.openWallet("Carl Own", 3)), 40_00, "own-1");
        assertThat(paid.status()).as(paid.body()).isEqualTo(202);
    }

    /// Money that has come and that nobody has screened is no want of money.
    @Test
    void aPaymentWhoseDayComesWaitsForTheScreening() throws IOException {
        JsonNode anna = payer("Anna Dated");
        JsonNode bert = other.openWallet("Bert Dated", 3);
        JsonNode carl = other.openWallet("Carl Dated", 3);
        other.fund(carl, 5_00);
        endList();
        pay(anna, bert, 8_00, "dated-1");
        awaitFunds(bert, 8_00, 8_00);
        String waits = scheduled(bert, carl, 8_00);
        String pays = scheduled(carl, bert, 5_00);
        other.jdbc()
                .sql("update payment set execution_date = ? where state = 'SCHEDULED'")
                .param(LocalDate.now(ZoneOffset.UTC))
                .update();
        other.awaitState(pays, "SETTLED");
        assertThat(other.get(waits).json().path("state").asString()).isEqualTo("SCHEDULED");
        Files.writeString(list, LIST);
        other.awaitState(waits, "SETTLED");
    }

    private String scheduled(JsonNode from, JsonNode to, long amount) {
        Map<String, Object> form = new HashMap<>(BankUnderTest.payment(number(from), iban(to), amount));
        form.put("executionDate", LocalDate.now(ZoneOffset.UTC).plusDays(1).toString());
        Answer answer = other.post("/v1/payments", form);
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        return "/v1/payments/" + answer.json().path("id").asString();
    }

    /// A program speaks for customers, who are not told.
    @Test
    void programsDoNotSeeWhatIsHeld() {
        assertThat(other.get("/v1/held-credits").status()).isEqualTo(403);
        assertThat(asClerk("/v1/held-credits/00000000-0000-0000-0000-000000000000")
                        .status())
                .isEqualTo(404);
    }

    /// The holder has the keys: nothing can be held, and it is told once.
    @Test
    void aSelfHeldWalletIsReportedOnly() {
        byte[] bytes = new byte[WalletSeed.SIZE];
        Arrays.fill(bytes, (byte) 17);
        JsonNode anna = payer("Anna Reporter");
        JsonNode holder = other.openSelfHeldWallet("Vorgan Draskill", 3, WalletSeed.of(bytes));
        pay(anna, holder, 9_00, "self-1");
        pay(anna, holder, 1_00, "self-2");
        awaitFunds(holder, 10_00, 0);
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> other.metrics()
                        .lines()
                        .anyMatch(line -> line.startsWith("florin_bank_credits_held")
                                && line.contains("reported")
                                && line.endsWith(" 1.0")));
        JsonNode all = asClerk("/v1/held-credits?select=all").json();
        assertThat(all.toString()).contains("\"REPORTED\"");
    }
}
