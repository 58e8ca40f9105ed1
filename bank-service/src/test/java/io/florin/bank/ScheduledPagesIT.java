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
import java.net.http.HttpResponse;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// Payments of later days as persons order, approve, see and cancel them.
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScheduledPagesIT {

    private BankUnderTest bank;
    private JsonNode payer;
    private JsonNode payee;
    private Browser clerk;
    private Browser approver;
    private Browser operator;

    @BeforeAll
    void start(TestBed.Banks banks) {
        FakeNetwork network = banks.network();
        bank = banks.bank();
        payer = bank.openWallet("Page Payer", 3);
        payee = bank.openWallet("Page Payee", 3);
        bank.fund(payer, 20_000_00);
        clerk = bank.browser("carla", "bank-1", "bank-clerk");
        approver = bank.browser("adam", "bank-1", "bank-approver");
        operator = bank.browser("olga", "bank-1", "operator");
    }

    @AfterAll
    void stop() {
        clerk.close();
        approver.close();
        operator.close();
    }

    private static LocalDate tomorrow() {
        return LocalDate.now(ZoneOffset.UTC).plusDays(1);
    }

    private HttpResponse<String> enter(String amount, String reference, String day) {
        Map<String, String> fields = new HashMap<>(Map.of(
                "wallet",
                payer.path("number").asString(),
                "payeeName",
                "Page Payee",
                "payeeAccount",
                payee.path("iban").asString(),
                "amount",
                amount,
                "endToEndId",
                reference,
                "remittance",
                ""));
        fields.put("executionDate", day);
        return clerk.submit("/console/payments/new", "/console/payments", fields);
    }

    private static String location(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
        return answer.headers().firstValue("Location").orElseThrow();
    }

    private String state(String page) {
        return bank.get("/v1" + page.substring("/console".length()))
                .json()
                .path("state")
                .asString();
    }

    @Test
    void aClerkSchedulesSeesAndCancels() {
        String page = location(enter("12.34", "PAGE-LATER", tomorrow().toString()));
        String cancellation = page + "/cancellation";
        assertThat(clerk.get(page).body()).contains(tomorrow() + ", ordered", "SCHEDULED", cancellation);
        assertThat(operator.get(page).body()).contains("SCHEDULED").doesNotContain(cancellation);
        assertThat(operator.submit(page, cancellation, Map.of()).statusCode()).isEqualTo(403);
        assertThat(clerk.get("/console/payments?state=SCHEDULED").body()).contains(page, "<td>" + tomorrow() + "</td>");
        assertThat(clerk.get("/console").body()).contains("data-label=\"SCHEDULED\"", "Wait for their day");

        assertThat(location(clerk.submit(page, cancellation, Map.of()))).isEqualTo(page);

        assertThat(state(page)).isEqualTo("CANCELLED");
        assertThat(clerk.get(page).body()).contains("payment cancelled").doesNotContain(cancellation);
        String paid = location(enter("1.00", "PAGE-NOW", ""));
        assertThat(clerk.submit(paid, paid + "/cancellation", Map.of()).body()).contains("its day has begun");
        assertThat(enter("1.00", "PAGE-FAR", tomorrow().plusYears(1).toString()).body())
                .contains("payments are taken for days until");
        assertThat(enter("1.00", "PAGE-NO-DAY", "2026-02-30").body()).contains("there is no such day");
    }

    private String held(String reference) {
        return bank.bean(JdbcClient.class)
                .sql("select id::text from payment_draft where end_to_end_id = ?")
                .param(reference)
                .query(String.class)
                .single();
    }

    private String approve(String reference) {
        return location(
                approver.submit("/console/approvals", "/console/approvals/" + held(reference) + "/approval", Map.of()));
    }

    /// A second person sees the day; it is kept, and has no meaning once it has begun.
    @Test
    void aHeldOrderKeepsItsDay() {
        assertThat(location(enter("1000.01", "HELD-LATER", tomorrow().toString())))
                .isEqualTo("/console/approvals");
        assertThat(location(enter("1000.02", "HELD-LONG", tomorrow().toString())))
                .isEqualTo("/console/approvals");
        assertThat(approver.get("/console/approvals").body()).contains("<td>" + tomorrow() + "</td>");

        String later = approve("HELD-LATER");
        assertThat(state(later)).isEqualTo("SCHEDULED");
        assertThat(clerk.get(later).body()).contains(tomorrow() + ", ordered");

        bank.bean(JdbcClient.class)
                .sql("update payment_draft set execution_date = ? where id = ?::uuid")
                .params(LocalDate.now(ZoneOffset.UTC).minusDays(1), held("HELD-LONG"))
                .update();
        String paid = approve("HELD-LONG");
        bank.awaitState("/v1" + paid.substring("/console".length()), "SETTLED");
    }

    @Test
    void aFileShowsItsDaysAndIsCancelled() {
        Party from = party("Page Payer", payer);
        byte[] xml = new TransferFileWriter()
                .write(new TransferFile(
                        "PAGE-SCHED",
                        OffsetDateTime.now(ZoneOffset.UTC).withNano(0),
                        "Page Payer",
                        new SupportedCurrency("FLN", 2),
                        List.of(new TransferFile.TransferBatch(
                                "PAGE-SCHED",
                                from,
                                tomorrow(),
                                List.of(new TransferFile.Transfer(
                                        "PAGE-SCHED-1",
                                        Optional.empty(),
                                        600_00,
                                        party("Page Payee", payee),
                                        Optional.empty()))))));
        String page = location(clerk.upload("/console/files", "/console/files", xml));
        String cancellation = page + "/cancellation";
        assertThat(clerk.get(page).body())
                .contains("1 SCHEDULED", "<td>" + tomorrow() + "</td>", "Cancel what waits for its day: 1");
        assertThat(operator.get(page).body()).doesNotContain(cancellation);

        assertThat(location(clerk.submit(page, cancellation, Map.of()))).isEqualTo(page);

        assertThat(clerk.get(page).body()).contains("1 CANCELLED").doesNotContain(cancellation);
    }

    /// More than one person may order: who approves a file sees the day of each line.
    @Test
    void aHeldFileShowsItsDays() {
        byte[] xml = new TransferFileWriter()
                .write(new TransferFile(
                        "PAGE-HELD",
                        OffsetDateTime.now(ZoneOffset.UTC).withNano(0),
                        "Page Payer",
                        new SupportedCurrency("FLN", 2),
                        List.of(new TransferFile.TransferBatch(
                                "PAGE-HELD",
                                party("Page Payer", payer),
                                tomorrow(),
                                List.of(new TransferFile.Transfer(
                                        "PAGE-HELD-1",
                                        Optional.empty(),
                                        1_500_00,
                                        party("Page Payee", payee),
                                        Optional.empty()))))));
        location(clerk.upload("/console/files", "/console/files", xml));
        String id = bank.bean(JdbcClient.class)
                .sql("select id::text from payment_file_draft where message_id = 'PAGE-HELD'")
                .query(String.class)
                .single();
        String held = "/console/approvals/files/" + id;
        assertThat(approver.get(held).body()).contains("<td>" + tomorrow() + "</td>");
        String page = location(approver.submit(held, held + "/approval", Map.of()));
        assertThat(clerk.get(page).body()).contains("1 SCHEDULED");
    }

    private static Party party(String name, JsonNode wallet) {
        return new Party(
                Optional.of(name),
                Optional.of(new Iban(wallet.path("iban").asString())),
                Optional.empty(),
                Optional.empty());
    }
}
