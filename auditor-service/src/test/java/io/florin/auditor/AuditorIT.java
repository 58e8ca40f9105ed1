package io.florin.auditor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.auditor.events.SignedEvent;
import io.florin.auditor.protocol.AuditEvent.IncidentFound;
import io.florin.auditor.protocol.AuditEvent.SupplyProved;
import io.florin.auditor.protocol.IncidentKind;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.block.Block;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.StateHash;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.testnodes.AuditorUnderTest;
import io.florin.testnodes.Browser;
import io.florin.testnodes.CommitterNode;
import io.florin.testnodes.Surroundings;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The auditor with real PostgreSQL, Kafka, TLS ports and sign-in.
@Timeout(180)
@ExtendWith(Surroundings.Shared.class)
class AuditorIT {
    private static final Duration SOON = Duration.ofSeconds(30);

    private AuditorUnderTest auditor;

    @BeforeEach
    void start(Surroundings surroundings) throws Exception {
        auditor = surroundings.auditor();
    }

    @AfterEach
    void stop() {
        auditor.close();
    }

    @Test
    void provesTheSupplyOfAnHonestChainAndResumesAfterARestart() throws Exception {
        auditor.start();
        Issue issue = auditor.money.issue(600, 400);
        Transfer transfer = auditor.money.pay(TestMoney.output(issue, 0), 250);
        auditor.publish(auditor.chain.append(issue));
        auditor.publish(auditor.chain.appendBundles(
                forged(transfer), new TestNetwork(22).endorse(List.of(transfer)), genuine(transfer)));
        auditor.publish(auditor.chain.append(auditor.money.redeem(TestMoney.output(issue, 1), 150)));

        auditor.awaitBlock(3);
        await().atMost(SOON).until(() -> auditor.supply().get("committerAgrees").asBoolean());
        JsonNode supply = auditor.supply();
        assertThat(supply.get("issued").asLong()).isEqualTo(1_000);
        assertThat(supply.get("redeemed").asLong()).isEqualTo(150);
        assertThat(supply.get("outstanding").asLong()).isEqualTo(850);
        assertThat(supply.get("holds").asBoolean()).isTrue();
        assertThat(supply.get("stateHash").asString())
                .isEqualTo(auditor.committer.checkpoint().stateHash().toHex());
        assertThat(auditor.json("/v1/supply/history?limit=2")).hasSize(2);
        assertThat(auditor.isSigned(auditor.json("/v1/supply/proofs/3"))).isTrue();
        assertThat(auditor.health("integrity")).isEqualTo("UP");
        awaitEvents(3);
        assertThat(auditor.get("/actuator/prometheus").body())
                .as("garbage under the transfer's id, and its copy for another network")
                .contains("status=\"malformed_endorsement\"} 2.0")
                .contains("status=\"committed\"} 3.0");

        auditor.stop();
        Block fourth = auditor.chain.append(auditor.money.pay(TestMoney.output(transfer, 1), 1));
        auditor.publish(fourth);
        auditor.start();

        auditor.awaitBlock(4);
        assertThat(auditor.supply().get("outstanding").asLong()).isEqualTo(850);
        assertThat(auditor.supply().get("holds").asBoolean()).isTrue();
        assertThat(auditor.section("incidents").get("storeAltered").asLong()).isZero();
        assertThat(auditor.section("blocks").get("fromTopicsSinceStart").asLong())
                .isEqualTo(1);
        requireProofs(awaitEvents(4));
        await().atMost(SOON)
                .until(() -> auditor.health("ready").equals("UP")
                        && auditor.health("quorum").equals("UP"));
        pagesShowIt(transfer.id().toHex());
    }

    private Bundle genuine(Transfer transfer) {
        return auditor.network.endorse(List.of(transfer));
    }

    private Bundle forged(Transfer transfer) {
        Bundle genuine = genuine(transfer);
        return new Bundle(
                genuine.namespace(),
                genuine.rulesVersion(),
                genuine.keyEpoch(),
                genuine.transactions(),
                genuine.audits(),
                Bytes.of(new byte[Bundle.SIGNATURE_SIZE]));
    }

    private List<SignedEvent> awaitEvents(int count) {
        return await().atMost(SOON).until(auditor::events, events -> events.size() >= count);
    }

    /// One proof for each block, each signed twice: as an event, and as the proof that anyone may pass on.
    private void requireProofs(List<SignedEvent> events) {
        long block = 0;
        for (SignedEvent event : events) {
            SupplyProved proof = (SupplyProved) event.event();
            assertThat(proof.block()).isEqualTo(++block);
            assertThat(event.isAuthentic(auditor.network.auditor().publicKey())).isTrue();
            assertThat(proof.issued()).isEqualTo(proof.outstanding() + proof.redeemed());
        }
        assertThat(block).isEqualTo(4);
        assertThat(((SupplyProved) events.get(2).event()).outstanding()).isEqualTo(850);
    }

    private void pagesShowIt(String transaction) throws Exception {
        try (Browser ada = auditor.browser("auditor")) {
            assertThat(ada.get("/console").body())
                    .contains("The books close", "8.50 FLN", "data-points=", "/console/assets/supply-chart.js");
            for (String asset : List.of("auditor.css", "supply-chart.js", "echarts.common.min.js")) {
                assertThat(ada.get("/console/assets/" + asset).statusCode())
                        .as(asset)
                        .isEqualTo(200);
            }
            assertThat(ada.get("/console/transactions?id=" + transaction).body())
                    .contains("COMMITTED", "TRANSFER", "6.00 FLN");
            assertThat(ada.get("/console/transactions?id=xyz").body()).contains("not a transaction id");
            assertThat(ada.get("/console/report").body()).contains("Integrity report", "agreedThrough");
            assertThat(ada.get("/console/incidents").body()).contains("No alarm is open");
            assertThat(ada.get("/console/openings?reference=AZ-1").body())
                    .contains("Cases and openings", "Nothing was opened.");
            assertThat(opening(ada, "00".repeat(32))).contains("no committed transaction of this id");
            assertThat(opening(ada, transaction)).contains("No endorser gives the payment now");
            assertThat(ada.submit("/console/recount", "/console/recount", Map.of())
                            .statusCode())
                    .isEqualTo(302);
            await().atMost(SOON).until(() -> ada.get("/console/recount").body().contains("Equal at block"));
        }
        requireDescription();
        assertThat(auditor.get("/v1/report").statusCode()).isEqualTo(401);
        assertThat(auditor.get("/v1/report", "teller").statusCode()).isEqualTo(403);
        assertThat(auditor.get("/v1/report", "operator").statusCode()).isEqualTo(200);
    }

    private static String opening(Browser investigator, String transaction) throws Exception {
        return investigator
                .submit(
                        "/console/openings",
                        "/console/openings",
                        Map.of("reference", "AZ-1", "transaction", transaction))
                .body();
    }

    /// As `docs/openapi` says; `-Dflorin.write=true` writes that anew.
    private void requireDescription() throws Exception {
        JsonNode description = auditor.json("/v3/api-docs");
        JsonMapper json = JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .build();
        String served = json.writeValueAsString(json.treeToValue(description, Object.class)) + "\n";
        Path file = Path.of("../docs/openapi/auditor-service.json");
        if (Boolean.getBoolean("florin.write")) {
            Files.writeString(file, served);
        }
        assertThat(served).isEqualTo(Files.readString(file));
        assertThat(description.get("openapi").asString()).startsWith("3.1");
        assertThat(description.get("paths").propertyNames())
                .containsExactlyInAnyOrder(
                        "/v1/supply",
                        "/v1/supply/history",
                        "/v1/supply/proofs/{block}",
                        "/v1/approvals",
                        "/v1/report",
                        "/v1/log/check",
                        "/v1/openings",
                        "/v1/openings/evidence");
        assertThat(description.toString()).doesNotContain("127.0.0.1", "localhost");
        JsonNode report = description.get("paths").get("/v1/report").get("get");
        assertThat(report.get("summary").asString()).contains("integrity report");
        assertThat(report.get("responses").get("default").toString()).contains("#/components/schemas/Problem");
        assertThat(report.get("responses").propertyNames()).contains("401", "403");
        assertThat(report.get("security").toString()).contains("bearer");
    }

    @Test
    void refusesTamperedBlocksAndTakesThemFromAnotherParty() throws Exception {
        Block first = auditor.chain.append(auditor.money.issue(500));
        Block second = auditor.chain.append(auditor.money.issue(70));
        Block third = auditor.chain.append(auditor.money.issue(5));
        Block tampered = new Block(second.header(), second.certificate(), third.entries());
        auditor.toTopic(1, 1, first.encode());
        auditor.toTopic(1, 2, tampered.encode());
        auditor.toTopic(1, 3, second.encode());
        auditor.toTopic(1, 3, new byte[] {1, 2, 3});
        auditor.start();
        await().atMost(SOON)
                .until(() -> auditor.section("incidents").get("unreadableBlock").asLong() == 1);
        assertThat(auditor.supply().get("block").asLong()).isEqualTo(1);

        auditor.party(2).has(first);
        auditor.party(2).has(second);
        auditor.awaitBlock(2);
        auditor.toTopic(2, 1, first.encode());
        auditor.toTopic(2, 2, second.encode());
        auditor.toTopic(2, 3, third.encode());
        auditor.awaitBlock(3);

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
        assertThat(auditor.get("/actuator/prometheus").body())
                .contains("florin_auditor_trail_refused_total{reason=\"forged_block\"")
                .contains("florin_auditor_trail_switches_total");
    }

    @Test
    void asksPartiesAndCommittersThemselvesWhenTopicsAreSilent() throws Exception {
        try (CommitterNode committer = new CommitterNode()) {
            auditor.start(
                    "--florin.auditor.status.ask-after=500ms",
                    "--florin.auditor.status.poll=100ms",
                    "--florin.auditor.status.missing-after=4s",
                    "--florin.endpoints.committers[0].id=1",
                    "--florin.endpoints.committers[0].api=" + committer.api());
            for (int i = 1; i <= 3; i++) {
                Block block = auditor.chain.append(auditor.money.issue(i));
                auditor.party(1).has(block);
                BlockStatuses statuses = auditor.statuses(block);
                if (i < 3) {
                    committer.says(statuses);
                } else {
                    committer.says(lying(statuses, TransactionStatus.ABORTED_EXPIRED));
                }
            }

            auditor.awaitBlock(3);
            await().atMost(SOON)
                    .until(() ->
                            auditor.section("committers").get("firstDifference").asLong() == 3);
        }
        assertThat(auditor.section("blocks").get("fromPartiesSinceStart").asLong())
                .isEqualTo(3);
        assertThat(auditor.section("committers").get("agreedThrough").asLong()).isEqualTo(2);
        JsonNode found = first(auditor.section("incidents"), "COMMITTER_DIFFERS");
        assertThat(found.get("index").asLong()).isZero();
        assertThat(found.get("detail").asString()).contains("ABORTED_EXPIRED");
    }

    @Test
    void namesBlockAndIndexWhereTheCommitterDiffers() throws Exception {
        auditor.start();
        Issue issue = auditor.money.issue(100);
        auditor.publish(auditor.chain.append(issue));
        Block block = auditor.chain.append(
                auditor.money.pay(TestMoney.output(issue, 0), 60), auditor.money.pay(TestMoney.output(issue, 0), 50));
        auditor.toTopic(1, 2, block.encode());
        BlockStatuses honest = auditor.statuses(block);
        auditor.publish(lying(honest, TransactionStatus.COMMITTED));
        auditor.writeStatuses(new byte[] {7});

        await().atMost(SOON)
                .until(() ->
                        auditor.section("committers").get("firstDifference").asLong() == 2);
        JsonNode incidents = auditor.section("incidents");
        assertThat(incidents.get("committerDiffers").asLong()).isEqualTo(1);
        JsonNode found = first(incidents, "COMMITTER_DIFFERS");
        assertThat(found.get("block").asLong()).isEqualTo(2);
        assertThat(found.get("index").asLong()).isEqualTo(1);
        assertThat(found.get("subject").asString())
                .isEqualTo(honest.outcomes().get(1).id().orElseThrow().toHex());
        assertThat(auditor.supply().get("committerAgrees").asBoolean()).isFalse();
        await().atMost(SOON).until(() -> auditor.health("integrity").equals("DOWN"));
        assertThat(auditor.health("ready")).isEqualTo("UP");
        await().atMost(SOON)
                .until(() ->
                        auditor.section("incidents").get("untrustedStatuses").asLong() == 1);

        try (Browser ada = auditor.browser("auditor")) {
            String acknowledgement = "/console/incidents/" + found.get("id").asLong() + "/acknowledgement";
            assertThat(ada.submit("/console/incidents", acknowledgement, Map.of("note", "seen"))
                            .statusCode())
                    .isEqualTo(302);
            assertThat(ada.get("/console/incidents").body()).contains("ada: seen", "No alarm is open");
            assertThat(ada.get("/console/log").body()).contains("acknowledge-incident");
        }
    }

    private BlockStatuses lying(BlockStatuses honest, TransactionStatus status) {
        List<TransactionOutcome> outcomes = new ArrayList<>(honest.outcomes());
        TransactionOutcome last = outcomes.removeLast();
        outcomes.add(new TransactionOutcome(last.index(), status, last.id(), last.digest()));
        Checkpoint own = honest.checkpoint();
        return auditor.network.statuses(
                new Checkpoint(
                        own.network(), own.number(), own.headerHash(), StateHash.statusRoot(outcomes), own.stateHash()),
                outcomes);
    }

    @Test
    void namesTheTransactionThatMintedMoney() throws Exception {
        auditor.start();
        Issue issue = auditor.money.issue(100);
        auditor.publish(auditor.chain.append(issue));
        SettlementTransaction minting = auditor.money.minting(TestMoney.output(issue, 0), 5_000);
        auditor.publish(auditor.chain.appendBundles(auditor.network.endorseSettlements(List.of(minting))));

        auditor.awaitBlock(2);
        assertThat(auditor.supply().get("holds").asBoolean()).isFalse();
        assertThat(auditor.supply().get("outstanding").asLong()).isEqualTo(5_000);
        JsonNode found = first(auditor.section("incidents"), "SUPPLY_VIOLATION");
        assertThat(found.get("subject").asString()).isEqualTo(minting.id().toHex());
        assertThat(found.get("detail").asString()).contains("TRANSFER_UNBALANCED");
        assertThat(auditor.health("integrity")).isEqualTo("DOWN");
        try (Browser ada = auditor.browser("auditor")) {
            assertThat(ada.get("/console").body()).contains("The supply does not hold");
        }
    }

    @Test
    void signsOffTransfersAboveTheThresholdOnce() throws Exception {
        auditor.start("--florin.auditor.approval.release-max=3000000");
        auditor.enrollEverybody();
        Issue issue = auditor.money.issue(9_000_000);
        auditor.publish(auditor.chain.append(issue));
        auditor.awaitBlock(1);
        await().atMost(SOON)
                .until(() -> auditor.section("registration").get("lastRecord").asLong() == 3);

        Transfer large = auditor.money.pay(TestMoney.output(issue, 0), 2_000_000, 100);
        HttpResponse<String> answer = auditor.approve(large.encode());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(approves(large, auditor.parse(answer.body()))).isTrue();
        assertThat(auditor.approve(large.encode()).body()).isEqualTo(answer.body());
        assertThat(auditor.section("approvals").get("approved").asLong()).isEqualTo(1);
        assertThat(auditor.section("log").get("entries").asLong()).isEqualTo(1);

        assertThat(refused(
                        auditor.money.pay(TestMoney.output(issue, 0), 10, 100).encode(), 422))
                .isEqualTo("approval-not-needed");
        assertThat(refused(large.withSignatures(List.of()).encode(), 200)).isEmpty();
        assertThat(refused(new byte[] {1, 2}, 400)).isEqualTo("malformed-request");
        auditor.enroll(auditor.money.bob.publicKey(), Standing.SUSPENDED);
        await().atMost(SOON)
                .until(() -> auditor.section("registration").get("lastRecord").asLong() == 4);
        assertThat(refused(
                        auditor.money
                                .pay(TestMoney.output(issue, 0), 2_000_001, 100)
                                .encode(),
                        422))
                .isEqualTo("owner-suspended");
    }

    @Test
    void letsAPersonReleaseWhatIsAboveTheReleaseLimitAndKeepsALogOfIt() throws Exception {
        auditor.start("--florin.auditor.approval.release-max=3000000");
        auditor.enrollEverybody();
        Issue issue = auditor.money.issue(9_000_000);
        auditor.publish(auditor.chain.append(issue));
        auditor.awaitBlock(1);
        await().atMost(SOON)
                .until(() -> auditor.section("registration").get("lastRecord").asLong() == 3);
        Transfer first = auditor.money.pay(TestMoney.output(issue, 0), 4_000_000, 100);
        Transfer second = auditor.money.pay(TestMoney.output(issue, 0), 5_000_000, 100);
        Transfer third = auditor.money.pay(TestMoney.output(issue, 0), 6_000_000, 2);

        for (Transfer transfer : List.of(first, second, third)) {
            assertThat(refused(transfer.encode(), 503)).isEqualTo("approval-pending");
        }
        try (Browser ada = auditor.browser("auditor");
                Browser otto = auditor.browser("operator")) {
            String page = "/console/approvals/" + first.id().toHex();
            assertThat(ada.get("/console/approvals").body())
                    .contains(first.id().toHex(), "40,000.00 FLN", second.id().toHex());
            assertThat(otto.submit(page, page + "/approval", Map.of()).statusCode())
                    .isEqualTo(403);
            assertThat(ada.submit(page, page + "/approval", Map.of()).statusCode())
                    .isEqualTo(302);
            assertThat(ada.get(page).body()).contains("APPROVED", "person:ada");
            String other = "/console/approvals/" + second.id().toHex();
            assertThat(ada.submit(other, other + "/refusal", Map.of("reason", "no papers"))
                            .statusCode())
                    .isEqualTo(302);
            assertThat(ada.submit("/console/log", page + "/approval", Map.of()).statusCode())
                    .isEqualTo(409);
        }

        HttpResponse<String> released = auditor.approve(first.encode());
        assertThat(released.statusCode()).isEqualTo(200);
        assertThat(approves(first, auditor.parse(released.body()))).isTrue();
        assertThat(refused(second.encode(), 422)).isEqualTo("auditor-refused");
        auditor.publish(auditor.chain.append(auditor.money.issue(1)));
        await().atMost(SOON).until(() -> refused(third.encode(), 0).equals("approval-expired"));
        namesTheRowThatSomebodyDeletesFromTheLog();
    }

    private void namesTheRowThatSomebodyDeletesFromTheLog() throws Exception {
        assertThat(auditor.json("/v1/log/check", "auditor").get("intact").asBoolean())
                .isTrue();

        auditor.sql("alter table decision disable trigger all; delete from decision where sequence = 2");

        JsonNode check = auditor.json("/v1/log/check", "auditor");
        assertThat(check.get("intact").asBoolean()).isFalse();
        assertThat(check.get("brokenAt").asLong()).isEqualTo(2);
        await().atMost(SOON)
                .until(() -> auditor.section("incidents").get("logBroken").asLong() == 1);
        assertThat(auditor.health("integrity")).isEqualTo("DOWN");
    }

    @Test
    void noticesThatItsOwnDatabaseWasAlteredAndHealsFromTheNetwork() throws Exception {
        auditor.start();
        for (int i = 1; i <= 4; i++) {
            Block block = auditor.chain.append(auditor.money.issue(100));
            auditor.publish(block);
            auditor.party(2).has(block);
        }
        auditor.awaitBlock(4);
        auditor.stop();
        auditor.sql("delete from audit_block where number = 3; update audit_supply set outstanding = 7 where block = 2;"
                + " update audit_position set next_offset = 4");

        auditor.start();

        auditor.awaitBlock(4);
        assertThat(auditor.supply().get("outstanding").asLong()).isEqualTo(400);
        assertThat(auditor.section("incidents").get("storeAltered").asLong()).isEqualTo(2);
        JsonNode second = auditor.json("/v1/supply/proofs/2");
        assertThat(second.get("supply").get("outstanding").asLong()).isEqualTo(200);
        assertThat(auditor.isSigned(second)).isTrue();
        assertThat(auditor.section("blocks").get("stored").asLong()).isEqualTo(4);
    }

    private static JsonNode first(JsonNode incidents, String kind) {
        for (JsonNode incident : incidents.get("newest")) {
            if (incident.get("kind").asString().equals(kind)) {
                return incident;
            }
        }
        throw new AssertionError("no incident " + kind + " in " + incidents);
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
