package io.florin.certifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519;
import io.florin.doubles.node.FakeNode;
import io.florin.identity.NodeIdentity;
import io.florin.identity.seat.BulletinBoard;
import io.florin.identity.seat.CeremonyParticipant;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.CertificationApi.CertificationPage;
import io.florin.runtime.api.CertificationApi.CertificationRequest;
import io.florin.runtime.api.CertificationApi.Certified;
import io.florin.runtime.api.CertifierInternalApi;
import io.florin.runtime.api.CertifierInternalApi.BelievedCheckpoint;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.web.client.HttpClientErrorException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Certification from the first block on, through restarts, lies and changes of keys. In this order, because blocks
/// follow each other and a key that was replaced never signs again.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CertifierIT extends CertifierScenes {

    @Test
    @Order(1)
    void certifiesCommittedOutputsAndNoOthers() throws Exception {
        Hidden aborted = hidden();
        ledger.commit(block(first, aborted), TransactionStatus.COMMITTED, TransactionStatus.ABORTED_READ_CONFLICT);

        List<Certified> shares = awaitFollowed(1).shares();

        assertThat(shares).hasSize(1);
        assertThat(shares.getFirst().transactionId())
                .isEqualTo(first.transaction().id().toHex());
        assertThat(makesSpendable(first, shares.getFirst())).isTrue();
        assertThatThrownBy(() -> api().certify(request(aborted))).isInstanceOf(HttpClientErrorException.NotFound.class);
        assertThat(api().certify(request(first))).isEqualTo(shares.getFirst());
        assertThat(status("/actuator/health/ready")).isEqualTo(200);
    }

    @Test
    @Order(2)
    void goesOnAfterARestartAndSignsLostBlocksAgainWithTheSameBytes() throws Exception {
        Certified before = page(1).shares().getFirst();
        certifier.close();
        execute("DELETE FROM certification; DELETE FROM chain_position");
        ledger.commit(block(hidden(), hidden()), TransactionStatus.COMMITTED, TransactionStatus.COMMITTED);
        List<Long> waits = committerNode.getBean(FakeNode.Memory.class).waits();
        waits.clear();
        certifier = startCertifier();

        CertificationPage all = awaitFollowed(2);

        assertThat(waits.getFirst())
                .as("on a quiet ledger it is ready at once, not when the first question was waited for")
                .isZero();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(waits.getLast()).isPositive());
        waits.clear();
        committerNode.getBean(FakeNode.Memory.class).failNext(2);
        await("nor after a silence of the committer").atMost(PATIENCE).untilAsserted(() -> {
            assertThat(waits.stream().filter(wait -> wait == 0)).hasSize(2);
            assertThat(waits.getLast()).isPositive();
        });

        assertThat(all.shares()).hasSize(3).first().isEqualTo(before);
        assertThat(all.next()).isEqualTo(3);
    }

    @Test
    @Order(3)
    void pagesAreOfWholeBlocks() {
        CertificationPage one = api().certifications(1, 1);
        CertificationPage two = api().certifications(one.next(), 1);
        CertificationPage end = api().certifications(two.next(), 100);

        assertThat(one.shares()).hasSize(1);
        assertThat(one.next()).isEqualTo(2);
        assertThat(two.shares()).hasSize(2);
        assertThat(end.shares()).isEmpty();
        assertThat(end.next()).isEqualTo(3);
        assertThatThrownBy(() -> api().certifications(0, 1)).isInstanceOf(HttpClientErrorException.BadRequest.class);
        assertThatThrownBy(() -> api().certifications(1, 10_001))
                .isInstanceOf(HttpClientErrorException.BadRequest.class);
        assertThatThrownBy(() -> api().certify(new CertificationRequest("xyz", 0)))
                .isInstanceOf(HttpClientErrorException.BadRequest.class);
    }

    @Test
    @Order(4)
    void statusesThatTheCommitterDidNotSignStopCertification() throws Exception {
        Block next = block(hidden());
        ledger.commitForged(next, Ed25519.generate(RANDOM), TransactionStatus.COMMITTED);

        await().atMost(PATIENCE).until(() -> status("/actuator/health/ready") == 503);
        assertThat(page(1).followed()).isEqualTo(2);
        assertThat(metrics()).contains("florin_certifier_follow_flaws_total", "source=\"statuses\"");

        ledger.commitOnAnotherState(next, TransactionStatus.COMMITTED);
        await().atMost(PATIENCE)
                .until(() -> body("/actuator/health").contains("the state hash does not follow from the block before"));
        assertThat(page(1).followed()).isEqualTo(2);

        ledger.commit(next, TransactionStatus.COMMITTED);
        assertThat(awaitFollowed(3).shares()).hasSize(4);
        await().atMost(PATIENCE).until(() -> status("/actuator/health/ready") == 200);
    }

    @Test
    @Order(5)
    void aBlockWithoutAQuorumIsNotCertified() throws Exception {
        Block next = block(hidden());
        Block uncertified = new Block(
                next.header(),
                new QuorumCertificate(next.certificate().signatures().subList(0, 2)),
                next.entries());
        ledger.commit(uncertified, TransactionStatus.COMMITTED);

        await().atMost(PATIENCE).until(() -> status("/actuator/health/ready") == 503);
        assertThat(page(1).followed()).isEqualTo(3);

        ledger.has(next);
        assertThat(awaitFollowed(4).shares()).hasSize(5);
    }

    @Test
    @Order(6)
    void aBaseIsNeverSignedWithAnotherToken() throws Exception {
        Hidden victim = hidden();
        try (Connection connection = connect();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO signed_base (base, token) VALUES (?, ?)")) {
            insert.setBytes(1, Sha256.hash(victim.base().point().encode()).toArray());
            insert.setBytes(2, new byte[32]);
            insert.execute();
        }
        ledger.commit(
                block(victim, hidden(), new Hidden(overlong, victim.opening())),
                TransactionStatus.COMMITTED,
                TransactionStatus.COMMITTED,
                TransactionStatus.COMMITTED);

        CertificationPage page = awaitFollowed(5);

        assertThat(page.shares())
                .hasSize(6)
                .extracting(Certified::transactionId)
                .doesNotContain(victim.transaction().id().toHex(), overlong.id().toHex());
        assertThat(metrics()).containsPattern("florin_certifier_sign_refused_total\\S* 2\\.0");
    }

    /// As `docs/openapi` says; `-Dflorin.write=true` writes that anew.
    @Test
    @Order(7)
    void describesItsApi() throws Exception {
        JsonMapper json = JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .build();
        JsonNode described = json.readTree(body("/v3/api-docs"));
        String served = json.writeValueAsString(json.treeToValue(described, Object.class)) + "\n";
        Path file = Path.of("../docs/openapi/certifier-service.json");
        if (Boolean.getBoolean("florin.write")) {
            Files.writeString(file, served);
        }

        assertThat(served)
                .isEqualTo(Files.readString(file))
                .contains("\"3.1", "Florin certifier", "/v1/certifications", "fromBlock")
                .doesNotContain("127.0.0.1", "/internal");
    }

    @Test
    @Order(8)
    void goesOnUnderTheNextKeyAndSignsOldTokensUnderItOnRequest() throws Exception {
        CertifierGroup next = keys.makeNext();
        Hidden between = hidden();
        ledger.commit(
                ledger.block(List.of(keys.change(next)), List.of(between)),
                TransactionStatus.COMMITTED,
                TransactionStatus.COMMITTED);
        await().atMost(PATIENCE).until(() -> status("/actuator/health/ready") == 503);
        assertThat(page(1).followed())
                .as("a certifier without a share of the newest key waits for it")
                .isEqualTo(5);

        certifier.close();
        certifier = startCertifier();
        CertificationPage before = awaitFollowed(6);
        Certified again = api().certify(request(first));

        assertThat(before.shares().getFirst().epoch()).isEqualTo(1);
        assertThat(before.shares().getLast().transactionId())
                .isEqualTo(between.transaction().id().toHex());
        assertThat(before.shares().getLast().epoch()).isEqualTo(2);
        assertThat(makesSpendable(between, before.shares().getLast(), next)).isTrue();
        assertThat(again.epoch()).isEqualTo(2);
        assertThat(makesSpendable(first, again, next)).isTrue();
        assertThat(makesSpendable(first, before.shares().getFirst())).isTrue();
        assertThat(api().certify(request(first))).isEqualTo(again);
        // who asks one certifier by name changes nothing of what the others' pages go together with
        assertThat(page(1)).isEqualTo(before);
        assertThat(api().certifications(1, 1).next()).isEqualTo(2);
    }

    @Test
    @Order(9)
    void changesToTheSharesOfARefreshWhenTheConfigurationNamesThem() throws Exception {
        CertifierGroup old = keys.group(2);
        Path board = directory.resolve("refresh");
        new BulletinBoard(board)
                .open(CeremonyParticipant.refresh(directory.resolve("certifier-1"), CURRENCY, Bytes32.ZERO));
        keys.hold(board);
        CertifierGroup refreshed = keys.group(2);
        certifier.close();
        certifier = startCertifier();
        Hidden under = Hidden.spending(Hidden.serials(1), 2);
        ledger.commit(block(under), TransactionStatus.COMMITTED);
        Certified before = awaitFollowed(7).shares().getLast();
        ledger.commit(ledger.block(List.of(keys.change(refreshed)), List.of()), TransactionStatus.COMMITTED);
        awaitFollowed(8);
        Certified after = api().certify(request(under));

        assertThat(old.groupKey()).isEqualTo(refreshed.groupKey());
        assertThat(after.epoch()).isEqualTo(before.epoch()).isEqualTo(2);
        assertThat(after.share()).isNotEqualTo(before.share());
        assertThat(makesSpendable(under, after, refreshed))
                .as("the second certifier's share in use is a refreshed one")
                .isTrue();
        assertThat(page(7).shares()).containsExactly(before);
    }

    @Test
    @Order(10)
    void whoHasNoShareOfAnOldKeyRemembersWhatWasCommittedUnderItAndSignsOnRequest() throws Exception {
        certifier.close();
        execute("DELETE FROM certification; DELETE FROM chain_position");
        Path kept = directory.resolve("certifier-1/share-1.key");
        Files.move(kept, directory.resolve("elsewhere"));
        certifier = startCertifier();

        CertificationPage page = awaitFollowed(8);
        Certified asked = api().certify(request(first));

        assertThat(page.shares()).extracting(Certified::epoch).containsOnly(2L);
        assertThat(asked.epoch()).isEqualTo(2);
        assertThat(makesSpendable(first, asked, keys.group(2))).isTrue();
        var unsignable = new CertificationRequest(overlong.id().toHex(), 0);
        assertThatThrownBy(() -> api().certify(unsignable))
                .as("it was remembered, and is read again")
                .isInstanceOf(HttpClientErrorException.NotFound.class)
                .hasMessageContaining("No share is given");
    }

    /// It was followed from genesis again just now, by honest words.
    @Test
    @Order(11)
    void showsAuditorsWhatItBelievedAndNobodyElse() throws Exception {
        execute("INSERT INTO believed_checkpoint SELECT number, header_hash, status_root, decode(repeat('00', 32),"
                + " 'hex'), committer, statuses, signature FROM believed_checkpoint WHERE number = 4");
        try (NodeIdentity auditor = NodeIdentity.load(directory, new Peer(NodeRole.AUDITOR, 1));
                NodeIdentity bank = NodeIdentity.load(directory, new Peer(NodeRole.BANK, 1));
                InternalClients auditorsClients = internalClients(auditor);
                InternalClients banksClients = internalClients(bank)) {
            CertifierInternalApi shown = internal(auditorsClients);

            assertThat(shown.checkpoints(1, 100))
                    .as("the last %d blocks, with both checkpoints of the one that has two", CHECKPOINTS_KEPT)
                    .extracting(BelievedCheckpoint::number)
                    .containsExactly(3L, 4L, 4L, 5L, 6L, 7L, 8L);
            assertThat(shown.checkpoints(1, 2))
                    .extracting(BelievedCheckpoint::number)
                    .containsExactly(3L, 4L, 4L);
            BelievedCheckpoint last = shown.checkpoints(8, 1).getFirst();
            BlockStatuses told = ledger.statusesOf(8);
            assertThat(last.stateHash()).isEqualTo(told.checkpoint().stateHash().toHex());
            assertThat(last.statuses()).isEqualTo("01");
            assertThat(last.signature()).isEqualTo(told.signature().toHex());
            assertThatThrownBy(() -> shown.checkpoints(0, 1)).isInstanceOf(HttpClientErrorException.BadRequest.class);
            assertThatThrownBy(() -> shown.checkpoints(1, 101)).isInstanceOf(HttpClientErrorException.BadRequest.class);
            assertThatThrownBy(() -> internal(banksClients).checkpoints(1, 1))
                    .isInstanceOf(HttpClientErrorException.Forbidden.class);
        }
    }

    /// The committer alone, with a payment that two endorsers signed: they keep no state, and any two payments of one
    /// token get their signatures.
    @Test
    @Order(12)
    void whatIsSpentIsNotSpentAgainWhateverTheCommitterSays() throws Exception {
        Hidden payment = Hidden.spending(Hidden.serials(1), 3);
        Hidden another = Hidden.spending(
                payment.transaction().reads().stream().map(Read::key).toList(), 3);
        ledger.commit(block(payment), TransactionStatus.COMMITTED);
        awaitFollowed(9);
        Block next = block(another);
        ledger.commit(next, TransactionStatus.COMMITTED);

        String spent = "transaction " + another.transaction().id().toHex() + " spends what is spent";
        await().atMost(PATIENCE).until(() -> body("/actuator/health").contains(spent));
        assertThat(page(1).followed()).isEqualTo(9);
        assertThatThrownBy(() -> api().certify(request(another))).isInstanceOf(HttpClientErrorException.NotFound.class);
        assertThat(status("/actuator/health/ready")).isEqualTo(503);

        ledger.commit(next, TransactionStatus.ABORTED_READ_CONFLICT);
        assertThat(awaitFollowed(10).shares())
                .extracting(Certified::transactionId)
                .contains(payment.transaction().id().toHex())
                .doesNotContain(another.transaction().id().toHex());
    }

    /// A share of that currency's key may come later: the certifier goes on from where it is then, and knows by itself
    /// what was spent before.
    @Test
    @Order(13)
    void whatIsSpentInACurrencyOfWhichItHasNoShareIsNotForgotten() throws Exception {
        NamespaceId other = new NamespaceId(2);
        Hidden payment = Hidden.spending(List.of(Hidden.serial(other)), 4);
        Hidden another = Hidden.spending(
                payment.transaction().reads().stream().map(Read::key).toList(), 4);
        List<SettlementTransaction> change = List.of(keys.change(keys.group(2), other));
        ledger.commit(ledger.block(change, List.of()), TransactionStatus.COMMITTED);
        ledger.commit(block(payment), TransactionStatus.COMMITTED);
        assertThat(awaitFollowed(12).shares())
                .extracting(Certified::transactionId)
                .doesNotContain(payment.transaction().id().toHex());
        Block next = block(another);
        ledger.commit(next, TransactionStatus.COMMITTED);

        String spent = "transaction " + another.transaction().id().toHex() + " spends what is spent";
        await().atMost(PATIENCE).until(() -> body("/actuator/health").contains(spent));
        assertThat(page(1).followed()).isEqualTo(12);

        ledger.commit(next, TransactionStatus.ABORTED_READ_CONFLICT);
        awaitFollowed(13);
    }
}
