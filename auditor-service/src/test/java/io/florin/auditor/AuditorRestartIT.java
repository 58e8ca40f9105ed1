package io.florin.auditor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.doubles.login.Browser;
import io.florin.ledger.audit.AuditEvent.SupplyProved;
import io.florin.ledger.audit.SignedEvent;
import io.florin.ledger.block.Block;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.TransactionStatus;
import io.florin.testkit.Patience;
import io.florin.testnodes.AuditorUnderTest;
import io.florin.testnodes.Surroundings;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The auditor with real PostgreSQL, Kafka, TLS ports and sign-in: an honest chain through restarts, then what it
/// notices of changes in its own database. One auditor and one chain for all tests, in this order: each
/// goes on behind the blocks and incidents of the one before.
@Timeout(600)
@ExtendWith(Surroundings.Shared.class)
@TestMethodOrder(OrderAnnotation.class)
class AuditorRestartIT {
    /// The files name the issuer of a sandbox whose ports are not moved.
    private static final String SANDBOX_ISSUER = "http://127.0.0.1:17000";

    private static final Duration SOON = Patience.LIMIT;

    private static AuditorUnderTest auditor;

    @BeforeAll
    static void prepare(Surroundings surroundings) throws Exception {
        auditor = surroundings.auditor();
    }

    @AfterAll
    static void stop() {
        auditor.close();
    }

    @Test
    @Order(1)
    void provesTheSupplyOfAnHonestChainAndResumesAfterARestart() throws Exception {
        auditor.start();
        Issue issue = auditor.money.issue(600, 400);
        Transfer transfer = auditor.money.pay(TestMoney.output(issue, 0), 250);
        publish(auditor.chain.append(issue));
        publish(auditor.chain.appendBundles(
                forged(transfer), new TestNetwork(22).endorse(List.of(transfer)), genuine(transfer)));
        publish(auditor.chain.append(auditor.money.redeem(TestMoney.output(issue, 1), 150)));

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
        assertThat(auditor.metrics())
                .as("garbage under the transfer's id, and its copy for another network")
                .contains("status=\"malformed_endorsement\"} 2.0")
                .contains("status=\"committed\"} 3.0");

        auditor.stop();
        publish(auditor.chain.append(auditor.money.pay(TestMoney.output(transfer, 1), 1)));
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

    /// A party has it too.
    private static void publish(Block block) throws Exception {
        auditor.publish(block);
        auditor.party(2).has(block);
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
            for (String asset : List.of("console.css", "supply-chart.js", "echarts.common.min.js")) {
                assertThat(ada.get("/console/assets/" + asset).statusCode())
                        .as(asset)
                        .isEqualTo(200);
            }
            assertThat(ada.get("/console/transactions?id=" + transaction).body())
                    .contains("COMMITTED", "TRANSFER", "6.00 FLN");
            assertThat(ada.get("/console/transactions?id=xyz").body()).contains("not a transaction id");
            assertThat(ada.get("/console/report").body())
                    .contains(
                            "Integrity report", "Committers agree through block", "8.50 FLN", "/console/report/export")
                    .doesNotContain("agreedThrough");
            HttpResponse<String> export = ada.get("/console/report/export");
            assertThat(export.headers().firstValue("Content-Disposition"))
                    .hasValueSatisfying(as -> assertThat(as).startsWith("attachment"));
            assertThat(export.body()).contains("\"agreedThrough\":4", "\"outstanding\":850");
            assertThat(ada.get("/console/incidents").body()).contains("No alarm is open");
            assertThat(ada.get("/console/openings?reference=AZ-1").body())
                    .contains("Cases and openings", "Nothing was opened.");
            assertThat(opening(ada, "00".repeat(32))).contains("no committed transaction of this id");
            assertThat(opening(ada, transaction)).contains("No endorser gives the payment now");
            assertThat(ada.post("/console/recount", "/console/recount", Map.of())
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
                .post("/console/openings", "/console/openings", Map.of("reference", "AZ-1", "transaction", transaction))
                .body();
    }

    /// As `docs/openapi` says; `-Dflorin.write=true` writes that anew.
    private void requireDescription() throws Exception {
        JsonNode description = auditor.json("/v3/api-docs");
        JsonMapper json = JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .build();
        String served = (json.writeValueAsString(json.treeToValue(description, Object.class)) + "\n")
                .replaceAll("http://127\\.0\\.0\\.1:\\d+(?=/oauth2/token)", SANDBOX_ISSUER);
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
                        "/v1/openings/evidence",
                        "/v1/openings/identities",
                        "/v1/openings/identities/{id}/answer");
        assertThat(served.replace(SANDBOX_ISSUER, "")).doesNotContain("127.0.0.1", "localhost");
        JsonNode report = description.get("paths").get("/v1/report").get("get");
        assertThat(report.get("summary").asString()).contains("integrity report");
        assertThat(report.get("responses").get("default").toString()).contains("#/components/schemas/Problem");
        assertThat(report.get("responses").propertyNames()).contains("401", "403");
        assertThat(report.get("security").toString()).contains("bearer");
    }

    @Test
    @Order(2)
    void doesNotPassOnAProofThatSomebodyChangedUnderIt() throws Exception {
        for (String change : List.of(
                "outstanding = 7",
                "header_hash = repeat('0', 64)",
                "state_hash = 'none'",
                "signature = set_byte(signature, 9, get_byte(signature, 9) # 1)")) {
            auditor.sql("create table kept as select * from audit_supply; update audit_supply set " + change
                    + " where block = 1");

            assertThat(auditor.get("/v1/supply/proofs/1").statusCode())
                    .as(change)
                    .isEqualTo(503);
            assertThat(auditor.get("/v1/supply/history?limit=10").body()).contains("proof-altered");
            assertThat(auditor.isSigned(auditor.json("/v1/supply/proofs/2"))).isTrue();
            auditor.sql("delete from audit_supply; insert into audit_supply select * from kept; drop table kept");
        }
        assertThat(auditor.isSigned(auditor.json("/v1/supply/proofs/1"))).isTrue();
        assertThat(auditor.section("incidents").get("storeAltered").asLong()).isEqualTo(1);
    }

    @Test
    @Order(3)
    void noticesThatItsOwnDatabaseWasAlteredAndHealsFromTheNetwork() throws Exception {
        long before = auditor.section("incidents").get("storeAltered").asLong();
        publish(auditor.chain.append(auditor.money.issue(50)));
        auditor.awaitBlock(5);
        auditor.stop();
        auditor.sql("delete from audit_block where number = 4; update audit_supply set outstanding = 7 where block = 2;"
                + " update audit_supply set signature = set_byte(signature, 9, get_byte(signature, 9) # 1)"
                + " where block = 3; update audit_position set next_offset = 5");

        auditor.start();

        auditor.awaitBlock(5);
        assertThat(auditor.supply().get("outstanding").asLong()).isEqualTo(900);
        assertThat(auditor.section("incidents").get("storeAltered").asLong()).isEqualTo(before + 3);
        JsonNode second = auditor.json("/v1/supply/proofs/2");
        assertThat(second.get("supply").get("outstanding").asLong()).isEqualTo(1_000);
        assertThat(auditor.isSigned(second)).isTrue();
        assertThat(auditor.isSigned(auditor.json("/v1/supply/proofs/3"))).isTrue();
        assertThat(auditor.section("blocks").get("stored").asLong()).isEqualTo(5);
    }

    @Test
    @Order(4)
    void namesBlockAndIndexWhereTheCommitterDiffers() throws Exception {
        auditor.acknowledgeAll();
        assertThat(auditor.health("integrity")).isEqualTo("UP");
        Issue issue = auditor.money.issue(100);
        Block before = auditor.chain.append(issue);
        auditor.publish(auditor.statuses(before));
        Block block = auditor.chain.append(
                auditor.money.pay(TestMoney.output(issue, 0), 60), auditor.money.pay(TestMoney.output(issue, 0), 50));
        for (Block each : List.of(before, block)) {
            // to both topics: since its database was altered the auditor follows the other party's
            auditor.toTopic(1, each.header().number(), each.encode());
            auditor.toTopic(2, each.header().number(), each.encode());
        }
        BlockStatuses honest = auditor.statuses(block);
        auditor.publish(auditor.lying(honest, TransactionStatus.COMMITTED));
        auditor.writeStatuses(new byte[] {7});

        await().atMost(SOON)
                .until(() ->
                        auditor.section("committers").get("firstDifference").asLong() == 7);
        // which is known before it is recorded
        await().atMost(SOON)
                .until(() ->
                        auditor.section("incidents").get("committerDiffers").asLong() == 1);
        JsonNode found = auditor.incident("COMMITTER_DIFFERS");
        assertThat(found.get("block").asLong()).isEqualTo(7);
        assertThat(found.get("index").asLong()).isEqualTo(1);
        assertThat(found.get("subject").asString())
                .isEqualTo(honest.outcomes().get(1).id().orElseThrow().toHex());
        assertThat(auditor.supply().get("committerAgrees").asBoolean()).isFalse();
        await().atMost(SOON).until(() -> auditor.health("integrity").equals("DOWN"));
        assertThat(auditor.health("ready")).isEqualTo("UP");
        await().atMost(SOON)
                .until(() ->
                        auditor.section("incidents").get("untrustedStatuses").asLong() == 1);

        auditor.acknowledgeAll();
    }
}
