package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.doubles.login.Browser;
import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.FakeNetwork;
import io.florin.fakenet.TestBed;
import io.florin.iso20022.Iban;
import io.florin.iso20022.Party;
import io.florin.iso20022.SupportedCurrency;
import io.florin.iso20022.TransferFile;
import io.florin.iso20022.TransferFileWriter;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// The bank's pages as a clerk and an approver use them, and the description of the API.
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BankPagesIT {

    private FakeNetwork network;
    private BankUnderTest bank;
    private JsonNode anna;
    private JsonNode bert;
    private Browser clerk;
    private Browser approver;

    @BeforeAll
    void start(TestBed.Banks banks) {
        network = banks.network();
        bank = banks.bank();
        anna = bank.openWallet("Anna <b>Alder</b>", 3);
        bert = bank.openWallet("Bert Birch", 3);
        bank.fund(anna, 50_000_00);
        clerk = bank.browser("carla", "bank-1", "bank-clerk");
        approver = bank.browser("adam", "bank-1", "bank-approver");
    }

    @AfterAll
    void stop() {
        clerk.close();
        approver.close();
    }

    private static String location(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
        return URI.create(answer.headers().firstValue("Location").orElseThrow()).getPath();
    }

    private Map<String, String> entry(String amount) {
        return Map.of(
                "wallet",
                anna.path("number").asString(),
                "payeeName",
                "Bert",
                "payeeAccount",
                bert.path("iban").asString(),
                "amount",
                amount,
                "endToEndId",
                "PAGE-1",
                "remittance",
                "by hand");
    }

    @Test
    void everyPageIsThere() {
        String wallet = "/console/wallets/" + anna.path("number").asLong();
        for (String path : List.of(
                "/console",
                "/console/customers",
                wallet,
                wallet + "/entries",
                "/console/wallets/0",
                "/console/payments",
                "/console/payments?state=SETTLED&wallet=0",
                "/console/payments?state=&wallet=",
                "/console/payments/new",
                "/console/approvals",
                "/console/files",
                "/console/reserves")) {
            HttpResponse<String> page = clerk.get(path);
            assertThat(page.statusCode()).as(path + page.body()).isEqualTo(200);
            assertThat(page.body()).as(path).contains("<html lang=\"en\"", "Bank 1", "id=\"content\"");
            assertThat(page.body()).doesNotContain("<b>Alder</b>");
        }
        assertThat(clerk.get(wallet).body()).contains("This bank sees and can move it.", "<meter", "May hold");
        assertThat(clerk.get("/console").body()).contains("data-chart=\"bars\"", "data-label=\"SETTLED\"");
        assertThat(clerk.get(wallet + "/entries").body()).contains("data-chart=\"balance\"", "data-value=\"");
        assertThat(clerk.get("/console/assets/echarts.min.js").body()).contains("echarts");
        assertThat(clerk.get("/console/assets/charts.js").body()).contains("data-chart");
        for (String style : List.of("console.css", "console.js")) {
            HttpResponse<String> sheet = clerk.get("/console/assets/" + style);
            assertThat(sheet.statusCode()).as(style).isEqualTo(200);
            assertThat(sheet.headers().map()).containsAllEntriesOf(rules(clerk.get("/console/assets/charts.js")));
            assertThat(clerk.get("/console").body()).contains(style);
        }
        assertThat(clerk.get("/console/assets/htmx.min.js").body()).contains("htmx");
        assertThat(clerk.get(wallet + "/statement").body()).contains("camt.053.001.08");
    }

    @Test
    void aPaymentIsEnteredAndItsWayShown() {
        String trace = location(clerk.submit("/console/payments/new", "/console/payments", entry("12.50")));
        String id = trace.substring(trace.lastIndexOf('/') + 1);
        bank.awaitState("/v1/payments/" + id, "SETTLED");
        assertThat(clerk.get(trace).body())
                .contains("12.50 FLN", "accepted", "STORED", "PUBLISHED", "in block", "COMMITTED", "settled")
                .contains("data-chart=\"way\"", "data-place=\"Endorser\"");
        for (String text : List.of(
                id,
                "bert",
                "PAGE-1",
                bert.path("iban").asString(),
                anna.path("iban").asString())) {
            String url = "/console/payments?order=LARGEST&text=" + text;
            assertThat(clerk.get(url).body()).as(text).contains(trace, "aria-sort=\"descending\"");
            assertThat(clerk.get(url + "&state=REJECTED").body()).as(text).doesNotContain(trace);
        }
        assertThat(clerk.get("/console/payments?text=nobody").body()).contains("Nothing here.");
        assertThat(clerk.get("/console/payments?cursor=x").statusCode()).isEqualTo(400);
        HttpResponse<String> wrong = clerk.submit("/console/payments/new", "/console/payments", entry("12.505"));
        assertThat(wrong.body()).contains("this is not an amount");
    }

    /// How a page's parts are protected and kept.
    private static Map<String, List<String>> rules(HttpResponse<?> answer) {
        Map<String, List<String>> rules = new HashMap<>(answer.headers().map());
        rules.keySet().retainAll(List.of("content-security-policy", "cache-control", "x-content-type-options"));
        assertThat(rules).hasSize(3);
        return rules;
    }

    private static String key(HttpResponse<String> page) {
        Matcher hidden = Pattern.compile("name=\"key\" value=\"([^\"]+)\"").matcher(page.body());
        assertThat(hidden.find()).as(page.body()).isTrue();
        return hidden.group(1);
    }

    @Test
    void aRefusedEntryIsCorrectedAndSentAgain() {
        Map<String, String> entry = new HashMap<>(entry("5.00"));
        entry.put("wallet", bank.openWallet("Nobody Rich", 1).path("number").asString());
        HttpResponse<String> refused = clerk.submit("/console/payments/new", "/console/payments", entry);
        assertThat(refused.body()).contains("cannot promise");
        entry.put("wallet", anna.path("number").asString());
        entry.put("key", key(refused));
        String trace = location(clerk.submit("/console/payments/new", "/console/payments", entry));
        assertThat(location(clerk.submit("/console/payments/new", "/console/payments", entry)))
                .as("the same form pays once")
                .isEqualTo(trace);
    }

    @Test
    void aWalletIsFundedOncePerForm() {
        String wallet = "/console/wallets/" + bert.path("number").asLong();
        bank.withdraw(10_00);
        bank.post("/v1/customers/" + bert.path("customer").asString() + "/deposit", Map.of("amount", 10_00));
        assertThat(key(clerk.get(wallet))).isNotEqualTo(key(clerk.get(wallet)));
        for (String way : List.of("/funding", "/defunding")) {
            Map<String, String> form = Map.of("amount", "3.00", "key", "form" + way);
            String first = location(clerk.submit(wallet, wallet + way, form));
            bank.awaitState("/v1" + first.substring("/console".length()), "SETTLED");
            assertThat(location(clerk.submit(wallet, wallet + way, form))).isEqualTo(first);
        }
        HttpResponse<String> tooMuch = clerk.submit(wallet, wallet + "/funding", Map.of("amount", "900.00"));
        assertThat(location(tooMuch)).isEqualTo(wallet);
        assertThat(clerk.get(wallet).body()).contains("does not");
    }

    @Test
    void aLargePaymentNeedsASecondPerson() {
        assertThat(location(clerk.submit("/console/payments/new", "/console/payments", entry("2000.00"))))
                .isEqualTo("/console/approvals");
        String page = approver.get("/console/approvals").body();
        int at = page.indexOf("/console/approvals/") + "/console/approvals/".length();
        String draft = page.substring(at, at + 36);

        assertThat(clerk.submit("/console/approvals", "/console/approvals/" + draft + "/approval", Map.of())
                        .statusCode())
                .isEqualTo(403);
        try (Browser both = bank.browser("carla", "bank-1", "bank-approver")) {
            assertThat(both.submit("/console/approvals", "/console/approvals/" + draft + "/approval", Map.of())
                            .body())
                    .contains("who entered a payment does not approve it");
        }
        String trace =
                location(approver.submit("/console/approvals", "/console/approvals/" + draft + "/approval", Map.of()));
        bank.awaitState("/v1/payments/" + trace.substring(trace.lastIndexOf('/') + 1), "SETTLED");
        assertThat(approver.submit("/console/approvals", "/console/approvals/" + draft + "/approval", Map.of())
                        .body())
                .contains("somebody has decided already");
    }

    @Test
    void aFileIsUploadedOnce() {
        byte[] xml = new TransferFileWriter()
                .write(new TransferFile(
                        "PAGE-FILE",
                        OffsetDateTime.now(ZoneOffset.UTC).withNano(0),
                        "Anna",
                        new SupportedCurrency("FLN", 2),
                        List.of(new TransferFile.TransferBatch(
                                "PAGE-FILE",
                                party(anna),
                                LocalDate.now(ZoneOffset.UTC),
                                List.of(new TransferFile.Transfer(
                                        "F-1", Optional.empty(), 100, party(bert), Optional.empty()))))));
        String file = location(clerk.upload("/console/files", "/console/files", xml));
        assertThat(clerk.get(file).body()).contains("PAGE-FILE", "F-1", "accepted");
        assertThat(clerk.get(file + "/report").body()).contains("pacs.002.001.10");
        HttpResponse<String> again = clerk.upload("/console/files", "/console/files", xml);
        assertThat(location(again)).isEqualTo(file);
        assertThat(again.headers().firstValue("Location").orElseThrow()).contains("replayed=true");
        HttpResponse<String> broken =
                clerk.upload("/console/files", "/console/files", "<x/>".getBytes(StandardCharsets.UTF_8));
        assertThat(broken.body()).contains("refused as a whole", "line 1");
        assertThat(clerk.get("/console/files?show=REFUSED").body()).contains("without identification");
        assertThat(clerk.get("/console/files?text=PAGE-FILE").body()).contains("PAGE-FILE", "Anna");
        assertThat(clerk.get("/console/files?text=anna").body()).contains("PAGE-FILE");
        assertThat(clerk.get("/console/files?text=PAGE-FIL").body()).contains("No file here.");
    }

    /// Above 1,000.00 in sum, who uploads it does not pay it.
    @Test
    void aLargeFileNeedsASecondPerson() {
        byte[] large = payroll("PAGE-LARGE", 60_000, 40_001);
        assertThat(location(clerk.upload("/console/files", "/console/files", large)))
                .endsWith("/console/files");
        clerk.upload("/console/files", "/console/files", large);
        String page = approver.get("/console/files").body();
        assertThat(page.split("PAGE-LARGE", -1)).as(page).hasSize(2);
        assertThat(page).contains("1,000.01", "WAITING");
        String draft = page.replaceAll("(?s).*?/console/approvals/files/([0-9a-f-]{36}).*", "$1");
        assertThat(approver.get("/console/approvals/files/" + draft).body())
                .contains(bert.path("iban").asString(), "600.00", "400.01", "L-1", "L-2", "Approve");
        assertThat(clerk.get("/console/approvals/files/" + draft).body())
                .contains("L-1")
                .doesNotContain("Approve<");
        String path = "/console/approvals/files/" + draft + "/approval";
        try (Browser both = bank.browser("carla", "bank-1", "bank-approver")) {
            assertThat(both.submit("/console/files", path, Map.of()).body())
                    .contains("who uploaded a file does not approve it");
        }
        assertThat(clerk.submit("/console/files", path, Map.of()).statusCode()).isEqualTo(403);
        String file = location(approver.submit("/console/files", path, Map.of()));
        assertThat(approver.get(file).body()).contains("PAGE-LARGE", "L-2");
        assertThat(approver.submit("/console/files", path, Map.of()).body()).contains("somebody has decided already");
        clerk.upload("/console/files", "/console/files", payroll("PAGE-NO", 100_001));
        String refused = approver.get("/console/files")
                .body()
                .replaceAll("(?s).*?/console/approvals/files/([0-9a-f-]{36}).*", "$1");
        location(approver.submit("/console/files", "/console/approvals/files/" + refused + "/refusal", Map.of()));
        assertThat(approver.get("/console/files?show=DECIDED").body())
                .contains("refused by a second person", "PAGE-LARGE");
        assertThat(approver.get("/console/files?show=DECIDED&text=PAGE-NO").body())
                .contains("refused by a second person")
                .doesNotContain("PAGE-LARGE");
        assertThat(bank.bean(JdbcClient.class)
                        .sql("select octet_length(content) from payment_file_draft where message_id in (?, ?)")
                        .params("PAGE-LARGE", "PAGE-NO")
                        .query(Integer.class)
                        .list())
                .containsExactly(0, 0);
        assertThat(location(clerk.upload("/console/files", "/console/files", payroll("PAGE-SMALL", 100_000))))
                .matches("/console/files/[0-9a-f-]{36}.*");
    }

    private byte[] payroll(String id, long... amounts) {
        List<TransferFile.Transfer> transfers = new ArrayList<>();
        for (long amount : amounts) {
            transfers.add(new TransferFile.Transfer(
                    "L-" + (transfers.size() + 1), Optional.empty(), amount, party(bert), Optional.empty()));
        }
        var batch = new TransferFile.TransferBatch(id, party(anna), LocalDate.now(ZoneOffset.UTC), transfers);
        return new TransferFileWriter()
                .write(new TransferFile(
                        id,
                        OffsetDateTime.now(ZoneOffset.UTC).withNano(0),
                        "Anna",
                        new SupportedCurrency("FLN", 2),
                        List.of(batch)));
    }

    private static Party party(JsonNode wallet) {
        return new Party(
                Optional.of("Somebody"),
                Optional.of(new Iban(wallet.path("iban").asString())),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void customersAreAddedAndReservesOrdered() {
        location(clerk.submit(
                "/console/customers",
                "/console/customers",
                Map.of(
                        "kind", "PERSON",
                        "fullName", "Page Person",
                        "birthDate", "1990-01-01",
                        "country", "LU",
                        "documentType", "PASSPORT",
                        "documentNumber", "P1234567")));
        assertThat(clerk.get("/console/customers").body()).contains("Page Person");
        assertThat(clerk.get("/console/customers?text=person").body())
                .contains("Page Person")
                .doesNotContain("Birch");
        assertThat(clerk.get("/console/customers?text=" + bert.path("iban").asString())
                        .body())
                .contains("Bert Birch")
                .doesNotContain("Page Person");
        location(clerk.submit(
                "/console/reserves", "/console/reserves/orders", Map.of("direction", "WITHDRAWAL", "amount", "10.00")));
        assertThat(clerk.get("/console/reserves").body()).contains("WITHDRAWAL", "10.00 FLN");
    }

    @Test
    void aClerkOfAnotherBankIsNobody() {
        try (Browser stranger = bank.browser("dora", "bank-2", "bank-clerk")) {
            assertThat(stranger.get("/console").statusCode()).isEqualTo(403);
        }
        try (Browser unknown = bank.browser("eve", "bank-1", "auditor")) {
            assertThat(unknown.get("/console").statusCode()).isEqualTo(403);
        }
    }

    @Test
    void theApiDescribesItself() {
        JsonNode description = bank.get("/v3/api-docs").json();
        assertThat(description.path("openapi").asString()).startsWith("3.1");
        for (String path : List.of(
                "/v1/customers",
                "/v1/payments",
                "/v1/payments/{id}",
                "/v1/payment-files",
                "/v1/wallets/{number}/statement",
                "/v1/wallets/{number}/entries",
                "/v1/supply-orders")) {
            assertThat(description.path("paths").has(path)).as(path).isTrue();
        }
        assertThat(description.path("paths").toString()).doesNotContain("/console", "/internal");
        JsonNode pay = description.path("paths").path("/v1/payments").path("post");
        assertThat(pay.path("summary").asString()).isNotEmpty();
        assertThat(pay.path("responses").has("200")).isFalse();
        assertThat(pay.path("responses").path("202").path("headers").has("Idempotent-Replayed"))
                .isTrue();
        assertThat(pay.path("responses").path("202").toString()).contains("#/components/schemas/Payment\"");
        for (String status : List.of("400", "401", "403", "409", "422")) {
            assertThat(pay.path("responses").path(status).toString()).as(status).contains("application/problem+json");
        }
        assertThat(pay.path("parameters").toString()).contains("Idempotency-Key", "128 characters");
        assertThat(description.path("servers").toString()).contains("\"/\"").doesNotContain("127.0.0.1");
        assertThat(description.path("info").path("description").asString()).contains("kept for 7 days");
        for (JsonNode path : description.path("paths")) {
            for (JsonNode operation : path) {
                assertThat(operation.path("summary").asString())
                        .as(operation.toString())
                        .isNotEmpty();
            }
        }
        assertThat(description
                        .path("paths")
                        .path("/v1/wallets/{number}/statement")
                        .toString())
                .contains("application/xml", "camt.053");
    }

    @Test
    void figuresAreThereForMonitoring() {
        String metrics = bank.metrics();
        assertThat(metrics)
                .contains(
                        "florin_bank_payments_all{",
                        "status=\"settled\"",
                        "florin_bank_payments_open_transactions",
                        "florin_bank_ledger_lag",
                        "florin_bank_holdings_unreadable",
                        "florin_bank_registration_record",
                        "florin_bank_files_lines");
    }
}
