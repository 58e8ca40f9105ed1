package io.florin.auditor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.testkit.Patience;
import io.florin.testnodes.AuditorUnderTest;
import io.florin.testnodes.Surroundings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/// The auditor's distrust of its own database. One auditor and one chain for both tests, in this order: the
/// log of before is written into a database that no auditor has opened yet.
@Timeout(600)
@ExtendWith(Surroundings.Shared.class)
@TestMethodOrder(OrderAnnotation.class)
class AuditorDistrustIT {
    private static final String OFTEN = "--florin.auditor.trail.snapshot-blocks=2";
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

    /// The entry as the first version of the auditor wrote it.
    @Test
    @Order(1)
    void readsTheLogThatItKeptBeforeAllServicesKeptOne() throws Exception {
        auditor.migrate();
        byte[] separator = Bytes.fromHex("13").toArray();
        byte[] entry = "florin/v1/audit-log".getBytes(StandardCharsets.US_ASCII);
        byte[] network = auditor.network.networkId().value().toArray();
        Bytes32 first = Sha256.hash(separator, entry, network);
        byte[] content = new CanonicalWriter()
                .fixed(first)
                .u63(1)
                .u63(1_700_000_000_000L)
                .text("person:ada")
                .text("acknowledge-incident")
                .text("7")
                .text("seen")
                .toByteArray();
        Bytes32 hash = Sha256.hash(separator, entry, content);
        byte[] head = new CanonicalWriter()
                .u8(24)
                .fixed("florin/v1/audit-log-head".getBytes(StandardCharsets.US_ASCII))
                .fixed(network)
                .u63(1)
                .fixed(hash)
                .toByteArray();
        auditor.sql("insert into decision values (1, 1700000000000, 'person:ada', 'acknowledge-incident', '7', 'seen',"
                + " '\\x" + first.toHex() + "', '\\x" + hash.toHex() + "');"
                + " insert into decision_head values (1, 1, '\\x" + hash.toHex() + "', '\\x"
                + auditor.network.auditor().sign(head).toHex() + "')");

        auditor.start(OFTEN);

        JsonNode check = auditor.json("/v1/log/check", "auditor");
        assertThat(check.get("intact").asBoolean()).as(check.toString()).isTrue();
        assertThat(check.get("entries").asLong()).isEqualTo(1);
    }

    @Test
    @Order(2)
    void goesOnFromItsOwnSnapshotAndFromNobodyElses() throws Exception {
        for (int i = 1; i <= 5; i++) {
            auditor.publish(auditor.chain.append(auditor.money.issue(100)));
            auditor.awaitBlock(i);
            if (i % 2 == 0) {
                awaitSnapshot(i);
            }
        }
        auditor.stop();

        auditor.start(OFTEN);
        auditor.awaitBlock(5);
        assertThat(auditor.section("blocks").get("resumedFromBlock").asLong()).isEqualTo(4);
        auditor.publish(auditor.chain.append(auditor.money.issue(100)));
        awaitSnapshot(6);
        await().atMost(SOON).until(() -> auditor.supply().get("committerAgrees").asBoolean());
        assertThat(auditor.section("committers").get("agreedThrough").asLong()).isEqualTo(6);
        requireSixHundred();
        assertThat(auditor.section("incidents").get("storeAltered").asLong()).isZero();
        auditor.stop();
        auditor.sql("update audit_snapshot_part set content = set_byte(content, 5, get_byte(content, 5) # 1)"
                + " where block = 6 and part = 0");

        auditor.start(OFTEN);
        auditor.awaitBlock(6);
        assertThat(auditor.section("blocks").get("resumedFromBlock").asLong()).isEqualTo(4);
        assertThat(auditor.section("incidents").get("storeAltered").asLong()).isEqualTo(1);
        requireSixHundred();
        awaitSnapshot(6);
        auditor.stop();
        auditor.sql("update audit_supply set outstanding = 7 where block = 2;"
                + " delete from audit_transaction where block = 3");

        auditor.start(OFTEN);
        auditor.awaitBlock(6);
        assertThat(auditor.section("blocks").get("resumedFromBlock").asLong())
                .as("what the snapshot stands on was altered")
                .isZero();
        assertThat(auditor.section("incidents").get("storeAltered").asLong()).isEqualTo(2);
        assertThat(auditor.isSigned(auditor.json("/v1/supply/proofs/2"))).isTrue();
        requireSixHundred();
    }

    private void awaitSnapshot(long block) {
        await().atMost(SOON)
                .until(() -> auditor.section("blocks").get("snapshotAtBlock").asLong() == block);
    }

    private void requireSixHundred() throws Exception {
        JsonNode supply = auditor.supply();
        assertThat(supply.get("issued").asLong()).isEqualTo(600);
        assertThat(supply.get("outstanding").asLong()).isEqualTo(600);
        assertThat(supply.get("holds").asBoolean()).isTrue();
        assertThat(supply.get("stateHash").asString())
                .isEqualTo(auditor.committer.checkpoint().stateHash().toHex());
    }
}
