package io.florin.auditor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.doubles.login.AllPages;
import io.florin.doubles.login.Browser;
import io.florin.doubles.login.SeenForms;
import io.florin.ledger.audit.AuditEvent.IncidentFound;
import io.florin.ledger.audit.IncidentKind;
import io.florin.ledger.audit.SignedEvent;
import io.florin.ledger.block.Block;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.testkit.Patience;
import io.florin.testnodes.AuditorUnderTest;
import io.florin.testnodes.Surroundings;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/// The auditor with real PostgreSQL, Kafka, TLS ports and sign-in, from tampered blocks to minted money: one auditor
/// and one chain for all tests, which also run alone. The topic that it begins with is a tampered one. In this order,
/// because nobody undoes the truth that the first test brings, nor the money that the last one mints.
@Timeout(600)
@ExtendWith(Surroundings.Shared.class)
@TestMethodOrder(OrderAnnotation.class)
class AuditorIT {
    private static final Duration SOON = Patience.LIMIT;

    private static AuditorUnderTest auditor;
    private static List<Block> tamperedWith;
    private static boolean hasTheTruth;

    @BeforeAll
    static void start(Surroundings surroundings) throws Exception {
        auditor = surroundings.auditor();
        Block first = auditor.chain.append(auditor.money.issue(500));
        Block second = auditor.chain.append(auditor.money.issue(70));
        Block third = auditor.chain.append(auditor.money.issue(5));
        tamperedWith = List.of(first, second, third);
        hasTheTruth = false;
        Block tampered = new Block(second.header(), second.certificate(), third.entries());
        auditor.toTopic(1, 1, first.encode());
        auditor.toTopic(1, 2, tampered.encode());
        auditor.toTopic(1, 3, second.encode());
        auditor.toTopic(1, 3, new byte[] {1, 2, 3});
        // or a slow start would find its topic silent, believe both parties that there are no blocks, and stay
        // elsewhere
        auditor.party(1).mute(true);
        auditor.start("--florin.auditor.approval.release-max=3000000");
    }

    /// Another party has what the first one tampered with: the auditor takes it from there.
    private static void tellTheTruth() throws Exception {
        if (hasTheTruth) {
            return;
        }
        hasTheTruth = true;
        auditor.party(1).mute(false);
        auditor.party(2).has(tamperedWith.get(0));
        auditor.party(2).has(tamperedWith.get(1));
        auditor.awaitBlock(2);
        for (Block block : tamperedWith) {
            auditor.toTopic(2, block.header().number(), block.encode());
        }
        auditor.awaitBlock(3);
        for (Block block : tamperedWith) {
            auditor.publish(auditor.statuses(block));
        }
    }

    /// Until the auditor knows that Alice and Bob are enrolled, and Bob's standing.
    private static void enroll(Standing bob) throws Exception {
        if (auditor.lastRecord() == 0) {
            auditor.enrollEverybody();
        }
        auditor.enroll(auditor.money.bob.publicKey(), bob);
        await().atMost(SOON)
                .until(() -> auditor.section("registration").get("lastRecord").asLong() == auditor.lastRecord());
    }

    @AfterAll
    static void stop() {
        auditor.close();
    }

    @Test
    @Order(1)
    void refusesTamperedBlocksAndTakesThemFromAnotherParty() throws Exception {
        await().atMost(SOON)
                .until(() -> auditor.section("incidents").get("unreadableBlock").asLong() == 1);
        assertThat(auditor.supply().get("block").asLong()).isEqualTo(1);
        tellTheTruth();

        JsonNode incidents = auditor.section("incidents");
        assertThat(incidents.get("forgedBlock").asLong()).isEqualTo(1);
        assertThat(incidents.get("renumberedBlock").asLong()).isEqualTo(1);
        assertThat(incidents.get("openAlarms").asLong()).isZero();
        assertThat(auditor.supply().get("outstanding").asLong()).isEqualTo(575);
        List<IncidentFound> published = awaitEvents(6).stream()
                .map(SignedEvent::event)
                .filter(IncidentFound.class::isInstance)
                .map(IncidentFound.class::cast)
                .toList();
        assertThat(published)
                .extracting(IncidentFound::kind)
                .containsExactlyInAnyOrder(
                        IncidentKind.FORGED_BLOCK, IncidentKind.RENUMBERED_BLOCK, IncidentKind.UNREADABLE_BLOCK);
        assertThat(auditor.section("blocks").get("fromPartiesSinceStart").asLong())
                .isPositive();
        assertThat(auditor.metrics())
                .contains("florin_auditor_trail_refused_total{reason=\"forged_block\"")
                .contains("florin_auditor_trail_switches_total");
    }

    private List<SignedEvent> awaitEvents(int count) {
        return await().atMost(SOON).until(auditor::events, events -> events.size() >= count);
    }

    /// Until the auditor has the block: to both topics, since it may follow either, with the honest statuses.
    private static void publish(Block block) throws Exception {
        for (int party = 1; party <= 2; party++) {
            auditor.toTopic(party, block.header().number(), block.encode());
        }
        auditor.publish(auditor.statuses(block));
        auditor.awaitBlock(block.header().number());
    }

    @Test
    @Order(2)
    void signsOffTransfersAboveTheThresholdOnce() throws Exception {
        tellTheTruth();
        long entries = auditor.section("log").get("entries").asLong();
        long approved = auditor.section("approvals").get("approved").asLong();
        enroll(Standing.ACTIVE);
        Issue issue = auditor.money.issue(9_000_000);
        publish(auditor.chain.append(issue));

        Transfer large = auditor.money.pay(TestMoney.output(issue, 0), 2_000_000, 100);
        HttpResponse<String> answer = auditor.approve(large.encode());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(approves(large, auditor.parse(answer.body()))).isTrue();
        assertThat(auditor.approve(large.encode()).body()).isEqualTo(answer.body());
        assertThat(auditor.section("approvals").get("approved").asLong()).isEqualTo(approved + 1);
        assertThat(auditor.section("log").get("entries").asLong()).isEqualTo(entries + 1);

        assertThat(refused(
                        auditor.money.pay(TestMoney.output(issue, 0), 10, 100).encode(), 422))
                .isEqualTo("approval-not-needed");
        assertThat(refused(large.withSignatures(List.of()).encode(), 200)).isEmpty();
        assertThat(refused(new byte[] {1, 2}, 400)).isEqualTo("malformed-request");
        enroll(Standing.SUSPENDED);
        assertThat(refused(
                        auditor.money
                                .pay(TestMoney.output(issue, 0), 2_000_001, 100)
                                .encode(),
                        422))
                .isEqualTo("owner-suspended");
    }

    @Test
    @Order(3)
    void letsAPersonReleaseWhatIsAboveTheReleaseLimitAndKeepsALogOfIt() throws Exception {
        tellTheTruth();
        enroll(Standing.ACTIVE);
        Issue issue = auditor.money.issue(9_000_000);
        publish(auditor.chain.append(issue));
        Transfer first = auditor.money.pay(TestMoney.output(issue, 0), 4_000_000, 100);
        Transfer second = auditor.money.pay(TestMoney.output(issue, 0), 5_000_000, 100);
        Transfer third = auditor.money.pay(TestMoney.output(issue, 0), 6_000_000, auditor.chain.height() + 1);

        for (Transfer transfer : List.of(first, second, third)) {
            assertThat(refused(transfer.encode(), 503)).isEqualTo("approval-pending");
        }
        try (Browser ada = auditor.browser("auditor");
                Browser otto = auditor.browser("operator")) {
            String page = "/console/approvals/" + first.id().toHex();
            assertThat(ada.get("/console/approvals").body())
                    .contains(first.id().toHex(), "40,000.00 FLN", second.id().toHex());
            assertThat(otto.post(page, page + "/approval", Map.of()).statusCode())
                    .isEqualTo(403);
            assertThat(ada.post(page, page + "/approval", Map.of()).statusCode())
                    .isEqualTo(302);
            assertThat(ada.get(page).body()).contains("APPROVED", "person:ada");
            String other = "/console/approvals/" + second.id().toHex();
            assertThat(ada.post(other, other + "/refusal", Map.of("reason", "no papers"))
                            .statusCode())
                    .isEqualTo(302);
            assertThat(ada.post("/console/log", page + "/approval", Map.of()).statusCode())
                    .isEqualTo(409);
            String log = ada.get("/console/log").body();
            assertThat(log)
                    .contains("20,000.00 FLN from bank 1: automatic", "40,000.00 FLN from bank 1: above-release-limit")
                    .contains("50,000.00 FLN from bank 1: no papers")
                    .containsPattern("60,000.00 FLN from bank 1\\s*<");
            showsEveryTransactionOfLongLists(ada);
        }

        HttpResponse<String> released = auditor.approve(first.encode());
        assertThat(released.statusCode()).isEqualTo(200);
        assertThat(approves(first, auditor.parse(released.body()))).isTrue();
        assertThat(refused(second.encode(), 422)).isEqualTo("auditor-refused");
        publish(auditor.chain.append(auditor.money.issue(1)));
        await().atMost(SOON).until(() -> refused(third.encode(), 0).equals("approval-expired"));
        namesTheRowThatSomebodyDeletesFromTheLog();
    }

    /// More of both kinds than a page shows, two of each moment, copied from one that is there.
    private static void showsEveryTransactionOfLongLists(Browser ada) throws Exception {
        auditor.sql("insert into audit_approval select (jsonb_populate_record(a, jsonb_build_object('transaction_id',"
                + " lpad(to_hex(n), 64, '0'), 'state', case when n % 2 = 0 then 'PENDING' else 'REFUSED' end,"
                + " 'expiry_height', 1000000, 'requested_at', a.requested_at + n / 4 * interval '1 second'))).*"
                + " from audit_approval a, generate_series(1, 500) n"
                + " where a.transaction_id = (select min(transaction_id) from audit_approval)");
        for (String list : List.of("waiting", "decided")) {
            AllPages.Reader reader = next -> {
                String[] parts = ada.get(next).body().split("<h2>Decided");
                return parts[list.equals("waiting") ? 0 : 1];
            };
            List<String> found =
                    AllPages.of("/console/approvals", reader, ">(0{60}[0-9a-f]{4})<", "href=\"([^\"]+)\">Next page");
            assertThat(found).as(list).hasSize(250);
            assertThat(list.equals("waiting") ? found : found.reversed()).isSorted();
        }
        assertThat(ada.get("/console/approvals?page=1").statusCode()).isEqualTo(400);
        auditor.sql("update audit_approval set amount = length(ltrim(transaction_id, '0'))"
                + " where transaction_id like '000000%'");
        String found = ada.get("/console/approvals?id=00000000000001F&state=REFUSED&order=LARGEST")
                .body();
        assertThat(found)
                .contains("0".repeat(61) + "1f3", "0".repeat(61) + "1f1")
                .doesNotContain("0".repeat(61) + "1e");
        List<String> largest = AllPages.of(
                "/console/approvals?id=000000&order=LARGEST",
                next -> ada.get(next).body().split("<h2>Decided")[1],
                ">(0{60}[0-9a-f]{4})<",
                "href=\"([^\"]+)\">Next page");
        assertThat(largest.reversed())
                .hasSize(250)
                .isSortedAccordingTo(Comparator.comparing(
                                (String id) -> id.replaceFirst("^0*", "").length())
                        .thenComparing(Comparator.naturalOrder()));
        assertThat(ada.get("/console/approvals?id=1f3&state=EXPIRED").body()).doesNotContain("0".repeat(61) + "1f3");
        auditor.sql("delete from audit_approval where transaction_id like '000000%'");
    }

    private void namesTheRowThatSomebodyDeletesFromTheLog() throws Exception {
        assertThat(auditor.json("/v1/log/check", "auditor").get("intact").asBoolean())
                .isTrue();

        assertThat(auditor.health("integrity")).isEqualTo("UP");
        auditor.sql("create table kept as select * from decision where sequence = 2;"
                + " alter table decision disable trigger all; delete from decision where sequence = 2");

        JsonNode check = auditor.json("/v1/log/check", "auditor");
        assertThat(check.get("intact").asBoolean()).isFalse();
        assertThat(check.get("brokenAt").asLong()).isEqualTo(2);
        await().atMost(SOON)
                .until(() -> auditor.section("incidents").get("logBroken").asLong() == 1);
        assertThat(auditor.health("integrity")).isEqualTo("DOWN");

        auditor.sql(
                "insert into decision select * from kept; drop table kept; alter table decision enable trigger all");
        assertThat(auditor.json("/v1/log/check", "auditor").get("intact").asBoolean())
                .isTrue();
        auditor.acknowledgeAll();
        await().atMost(SOON).until(() -> auditor.health("integrity").equals("UP"));
    }

    /// The operator reads all pages and sends none of their forms, so they show none; the auditor sees and may send
    /// all. Two are not here, for they ask registration, which these tests do not have: who somebody is, and the
    /// answer.
    @Test
    @Order(4)
    void nobodySeesAButtonThatIsForbidden() throws Exception {
        tellTheTruth();
        enroll(Standing.ACTIVE);
        Issue issue = auditor.money.issue(9_000_000);
        publish(auditor.chain.append(issue));
        Transfer large = auditor.money.pay(TestMoney.output(issue, 0), 4_000_001, 100);
        assertThat(refused(large.encode(), 503)).isEqualTo("approval-pending");
        auditor.sql("update audit_incident set acknowledged_by = ''");
        showsEveryIncident();
        String approval = "/console/approvals/" + large.id().toHex();
        List<String> pages = List.of(
                "/console",
                "/console/incidents",
                "/console/approvals",
                approval,
                "/console/transactions",
                "/console/openings",
                "/console/openings/identities",
                "/console/report",
                "/console/recount",
                "/console/log");
        try (Browser ada = auditor.browser("auditor");
                Browser otto = auditor.browser("operator")) {
            assertThat(SeenForms.on(otto, pages)).isEmpty();
            assertThat(SeenForms.on(ada, pages))
                    .contains(
                            approval + "/approval",
                            approval + "/refusal",
                            "/console/openings",
                            "/console/openings/evidence",
                            "/console/recount",
                            "/console/log/check")
                    .anyMatch(action -> action.matches("/console/incidents/\\d+/acknowledgement"));
        }
        auditor.acknowledgeAll();
        searchesTheLog();
    }

    private static void searchesTheLog() throws Exception {
        try (Browser ada = auditor.browser("auditor")) {
            String found = "<td>acknowledge-incident</td>";
            assertThat(ada.get("/console/log?text=ACKNOWLEDGE&order=OLDEST&day=")
                            .body())
                    .contains(found)
                    .doesNotContain("Nothing here.");
            for (String nothing : List.of("text=nobody+did+this", "day=1999-12-31")) {
                assertThat(ada.get("/console/log?" + nothing).body())
                        .contains("Nothing here.")
                        .doesNotContain(found);
            }
            assertThat(ada.get("/console/log?before=5").statusCode()).isEqualTo(400);
        }
    }

    /// More than a page shows, of which every other one is a warning.
    private static void showsEveryIncident() throws Exception {
        auditor.sql("insert into audit_incident (natural_key, kind, severity, block, place, subject, detail, evidence,"
                + " found_at, acknowledged_by) select 'paged-' || n, 'FORGED_BLOCK', case when n % 2 = 0 then 'ALARM'"
                + " else 'WARNING' end, n, 0, 'paged-' || lpad(n::text, 3, '0'), 'a paged detail', '', now(),"
                + " case when n > 300 then 'person:ada' else '' end from generate_series(1, 500) n");
        try (Browser ada = auditor.browser("auditor")) {
            assertThat(incidents(ada, "text=PAGED&order=OLDEST")).hasSize(500).isSorted();
            assertThat(incidents(ada, "text=paged").reversed()).hasSize(500).isSorted();
            assertThat(incidents(ada, "text=paged-&open=true&severity=ALARM")).hasSize(150);
            assertThat(incidents(ada, "text=forged+block&severity=WARNING&open=false"))
                    .hasSize(250);
            assertThat(incidents(ada, "text=paged-499&order=OLDEST")).containsExactly("paged-499");
            assertThat(ada.get("/console/incidents?cursor=x").statusCode()).isEqualTo(400);
        }
        auditor.sql("delete from audit_incident where natural_key like 'paged-%'");
    }

    private static List<String> incidents(Browser reader, String query) throws Exception {
        return AllPages.of(
                "/console/incidents?" + query,
                next -> reader.get(next).body(),
                ">(paged-\\d{3})<",
                "href=\"([^\"]+)\">Next page");
    }

    @Test
    @Order(5)
    void namesTheTransactionThatMintedMoney() throws Exception {
        tellTheTruth();
        long outstanding = auditor.supply().get("outstanding").asLong();
        assertThat(auditor.health("integrity")).isEqualTo("UP");
        Issue issue = auditor.money.issue(100);
        publish(auditor.chain.append(issue));
        SettlementTransaction minting = auditor.money.minting(TestMoney.output(issue, 0), 5_000);
        publish(auditor.chain.appendBundles(auditor.network.endorseSettlements(List.of(minting))));

        assertThat(auditor.supply().get("holds").asBoolean()).isFalse();
        assertThat(auditor.supply().get("outstanding").asLong()).isEqualTo(outstanding + 5_000);
        JsonNode found = auditor.incident("SUPPLY_VIOLATION");
        assertThat(found.get("subject").asString()).isEqualTo(minting.id().toHex());
        assertThat(found.get("detail").asString()).contains("TRANSFER_UNBALANCED");
        assertThat(auditor.health("integrity")).isEqualTo("DOWN");
        try (Browser ada = auditor.browser("auditor")) {
            assertThat(ada.get("/console").body()).contains("The supply does not hold");
        }
    }

    private boolean approves(Transfer transfer, JsonNode answer) {
        Bytes32 key = auditor.network
                .configuration()
                .auditors()
                .get(answer.get("auditor").asInt());
        return Ed25519.verify(
                key,
                AuditorApproval.message(transfer.header(), transfer.id()),
                Bytes.fromHex(answer.get("signature").asString()).toArray());
    }

    /// The problem's code; empty where there is none. 0 takes every status.
    private String refused(byte[] transaction, int status) throws Exception {
        HttpResponse<String> answer = auditor.approve(transaction);
        if (status != 0) {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        }
        JsonNode code = auditor.parse(answer.body()).get("code");
        return code == null ? "" : code.asString();
    }
}
