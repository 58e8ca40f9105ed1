package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.doubles.login.Browser;
import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.FakeNetwork;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.testkit.Patience;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What another bank paid is available once the names were compared, and no earlier: the same in every privacy model.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class HeldCreditScenes {

    static final Duration PATIENCE = Patience.LIMIT;
    static final String HEADER = "id,schema,name,aliases,birth_date,identifiers,sanctions,last_change\n";
    static final String LIST = HEADER
            + "FX-1,Person,Vorgan Draskill,,1961-04-02,,FICTION-ARMS,2026-03-01\n"
            + "FX-2,Person,Odalys Quintarenko,,1974,,FICTION-ASSETS,2026-03-01\n"
            + "FX-3,Person,Talvora Menschikko,,1974,,FICTION-ASSETS,2026-03-01\n";

    FakeNetwork network;
    BankUnderTest bank;
    BankUnderTest other;
    Path list;

    abstract PrivacyModel model();

    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        list = directory.resolve("sanctions.csv");
        Files.writeString(list, LIST);
        network = new FakeNetwork(directory.resolve("network"), model());
        other = new BankUnderTest(
                network,
                2,
                directory.resolve("bank-2"),
                "--florin.bank.screening.list=file:" + list,
                "--florin.bank.screening.reload=100ms",
                "--florin.bank.screening.note-wait=2s");
        bank = new BankUnderTest(
                network,
                1,
                directory.resolve("bank-1"),
                "--florin.endpoints.banks[0].id=2",
                "--florin.endpoints.banks[0].internal=" + other.internal());
    }

    @AfterEach
    void faultsEnd() throws IOException {
        network.ledger().withholdNotes(false);
        if (!Files.readString(list).equals(LIST)) {
            putInForce(LIST);
        }
    }

    @AfterAll
    void stop() {
        bank.close();
        other.close();
        network.close();
    }

    /// Money that comes from now on is compared with this list. It may come sooner than the bank reads a file that was
    /// only written, so the bank is without a list before.
    void putInForce(String content) throws IOException {
        endList();
        Files.writeString(list, content);
        Awaitility.await().atMost(PATIENCE).until(() -> !tells("florin_bank_sanctions_unreadable"));
    }

    /// Nothing is compared with any list from now on.
    void endList() throws IOException {
        Files.writeString(list, "no list");
        Awaitility.await().atMost(PATIENCE).until(() -> tells("florin_bank_sanctions_unreadable"));
    }

    static long number(JsonNode wallet) {
        return wallet.path("number").asLong();
    }

    static String iban(JsonNode wallet) {
        return wallet.path("iban").asString();
    }

    /// An enrolled wallet of the paying bank with money.
    JsonNode payer(String name) {
        JsonNode wallet = bank.openWallet(name, 3);
        bank.fund(wallet, 500_00);
        return wallet;
    }

    void pay(JsonNode from, JsonNode to, long amount, String key) {
        Answer answer = bank.pay(number(from), iban(to), amount, key);
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        bank.awaitState("/v1/payments/" + answer.json().path("id").asString(), "SETTLED");
    }

    /// Pays somebody at the same bank.
    void spend(JsonNode from, long amount, String key) {
        Answer answer = other.pay(number(from), iban(other.openWallet("Dora Payee", 3)), amount, key);
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        other.awaitState("/v1/payments/" + answer.json().path("id").asString(), "SETTLED");
    }

    void awaitFunds(JsonNode wallet, long total, long held) {
        Awaitility.await(total + " of which held " + held).atMost(PATIENCE).until(() -> {
            JsonNode balance = other.balance(number(wallet));
            return balance.path("total").asLong() == total
                    && balance.path("held").asLong() == held
                    && balance.path("locked").asLong() == held
                    && balance.path("available").asLong() == total - held;
        });
    }

    /// Where the other bank finds it.
    private void restart() {
        int port = URI.create(other.internal()).getPort();
        other.stop();
        other.start("--florin.internal.port=" + port);
    }

    private HttpRequest.Builder as(String role, String path) {
        return HttpRequest.newBuilder(other.uri(path))
                .header("Authorization", "Bearer " + network.issuer().tokenAt(other.participant(), "clara", role))
                .header("Content-Type", "application/json");
    }

    Answer asClerk(String path) {
        return other.send(as("bank-clerk", path).build());
    }

    Answer asClerk(String path, Map<String, Object> body) {
        return other.send(as("bank-clerk", path)
                .header("Idempotency-Key", path + body.hashCode())
                .POST(HttpRequest.BodyPublishers.ofString(new JsonMapper().writeValueAsString(body)))
                .build());
    }

    /// The one credit of the wallet that is held, once it is in this state.
    JsonNode held(JsonNode wallet, String state) {
        return Awaitility.await("held: " + state)
                .atMost(PATIENCE)
                .until(
                        () -> {
                            for (JsonNode one :
                                    asClerk("/v1/held-credits").json().path("credits")) {
                                if (one.path("wallet").asLong() == number(wallet)
                                        && one.path("state").asString().equals(state)) {
                                    return one;
                                }
                            }
                            return new JsonMapper().createObjectNode();
                        },
                        one -> one.has("id"));
    }

    /// Whether a metric is one, whatever its tags.
    boolean tells(String metric) {
        return other.metrics().lines().anyMatch(line -> line.startsWith(metric) && line.endsWith(" 1.0"));
    }

    Browser person(String name, String role) {
        return other.browser(name, other.participant(), role);
    }

    static String page(JsonNode credit) {
        return "/console/held-credits/" + credit.path("id").asString();
    }

    /// Orders a release as one person and approves it as another.
    void release(JsonNode credit) {
        HttpResponse<String> approved = approve(order(credit));
        assertThat(approved.statusCode()).as(approved.body()).isEqualTo(302);
        assertThat(approved.headers().firstValue("Location")).contains(page(credit));
    }

    /// @return where the release is approved
    String order(JsonNode credit) {
        try (Browser clerk = person("clara", "bank-clerk")) {
            HttpResponse<String> ordered =
                    clerk.submit(page(credit), page(credit) + "/release", Map.of("reason", "another person, passport"));
            assertThat(ordered.statusCode()).as(ordered.body()).isEqualTo(302);
            assertThat(ordered.headers().firstValue("Location")).contains("/console/approvals");
        }
        try (Browser both = person("clara", "bank-approver")) {
            String approvals = both.get("/console/approvals").body();
            assertThat(approvals).contains(page(credit)).doesNotContain("Approve</button>");
        }
        try (Browser approver = person("adam", "bank-approver")) {
            String row = approver.get("/console/approvals")
                    .body()
                    .replaceAll(
                            "(?s).*?(<tr>(?:(?!</tr>).)*" + credit.path("id").asString()
                                    + "(?:(?!</tr>).)*Approve</button>.*?</tr>).*",
                            "$1");
            return "/console/approvals/" + row.replaceAll("(?s).*/console/approvals/([0-9a-f-]{36})/approval.*", "$1")
                    + "/approval";
        }
    }

    HttpResponse<String> approve(String path) {
        try (Browser approver = person("adam", "bank-approver")) {
            return approver.submit("/console/approvals", path, Map.of());
        }
    }

    @Test
    void whatANamedPayerPaysIsHeldUntilTwoPersonsReleaseIt() {
        JsonNode named = payer("Vorgan Draskill");
        JsonNode bert = other.openWallet("Bert Payee", 3);
        pay(named, bert, 30_00, "named-1");
        awaitFunds(bert, 30_00, 30_00);
        JsonNode credit = held(bert, "HIT");
        assertThat(credit.path("payerName").asString()).isEqualTo("Vorgan Draskill");
        assertThat(credit.path("payerAccount").asString()).isEqualTo(iban(named));
        assertThat(credit.path("payeeName").asString()).isEqualTo("Bert Payee");
        assertThat(credit.path("listVersion").asString()).startsWith("2026-03-01/");
        JsonNode hit = credit.path("hits").get(0);
        assertThat(hit.path("score").asInt()).isEqualTo(1000);
        assertThat(hit.path("explanation").asString()).contains("no date of birth given");
        Answer spent = other.pay(number(bert), iban(other.openWallet("Carl Payee", 3)), 1, "held-spend");
        assertThat(spent.body()).contains("insufficient-funds");
        // two free tokens are spent, and never the larger one that would do alone and is held
        other.fund(bert, 6_00);
        other.fund(bert, 4_00);
        spend(bert, 10_00, "held-free");
        awaitFunds(bert, 30_00, 30_00);

        restart();
        awaitFunds(bert, 30_00, 30_00);

        release(credit);
        awaitFunds(bert, 30_00, 0);
        spend(bert, 30_00, "held-spent");
        try (Browser clerk = person("clara", "bank-clerk")) {
            assertThat(clerk.get(page(credit)).body())
                    .contains("person:adam credit-released: ordered by clara: another person, passport");
        }

        pay(named, bert, 5_00, "named-2");
        awaitFunds(bert, 5_00, 0);
        JsonNode namesake = payer("Vorgan Draskill");
        pay(namesake, bert, 4_00, "named-3");
        awaitFunds(bert, 9_00, 4_00);
    }

    /// A note that comes late finds the list where it was.
    @Test
    void whoseNoteComesLateIsScreenedThen() {
        JsonNode named = payer("Odalis Quintarenko");
        JsonNode bert = other.openWallet("Bert Later", 3);
        network.ledger().withholdNotes(true);
        pay(named, bert, 7_00, "late-1");
        long height = network.ledger().height();
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> other.balance(number(bert)).path("block").asLong() >= height);
        assertThat(other.balance(number(bert)).path("available").asLong()).isZero();
        network.ledger().withholdNotes(false);
        JsonNode hit = held(bert, "HIT").path("hits").get(0);
        assertThat(hit.path("score").asInt()).isBetween(920, 999);
        awaitFunds(bert, 7_00, 7_00);
    }

    @Test
    void withoutAListNothingIsCredited() throws IOException {
        JsonNode anna = payer("Anna Unlisted");
        JsonNode bert = other.openWallet("Bert Unlisted", 3);
        endList();
        pay(anna, bert, 8_00, "no-list");
        awaitFunds(bert, 8_00, 8_00);
        restart();
        awaitFunds(bert, 8_00, 8_00);
        JsonNode waiting = held(bert, "WAITING");
        assertThat(waiting.path("listVersion").asString()).isEmpty();
        String release = "/v1/held-credits/" + waiting.path("id").asString() + "/release";
        assertThat(asClerk(release, Map.of("version", 0, "reason", "none")).body())
                .contains("credit-not-held");
        Files.writeString(list, LIST);
        awaitFunds(bert, 8_00, 0);
        assertThat(asClerk("/v1/held-credits?select=all").body()).doesNotContain("Bert Unlisted");
    }
}
