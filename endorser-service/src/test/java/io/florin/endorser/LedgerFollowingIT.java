package io.florin.endorser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.ceremony.CeremonySpec;
import io.florin.ceremony.Purpose;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.KeySetup;
import io.florin.endorser.protocol.ShareOrder;
import io.florin.identity.KeyProperties;
import io.florin.identity.NodeIdentity;
import io.florin.identity.NodeSecrets;
import io.florin.identity.seat.BulletinBoard;
import io.florin.identity.seat.CeremonyParticipant;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.rules.EndorsementCheck;
import io.florin.ledger.rules.RefusalReason;
import io.florin.ledger.rules.SettlementTranslator;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.EndorserInternalApi;
import io.florin.runtime.api.EndorserInternalApi.ShareRequest;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.testkit.Patience;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;

/// Learning from committers and from other endorsers, and access to what was learned. In this order, because later
/// tests change the configuration for good, and the last one takes the broker away.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LedgerFollowingIT {

    private static final Duration PATIENCE = Patience.LIMIT;

    private static Path network;
    private static EndorserCluster cluster;
    private static TestPayments payments;
    private static ScheduledExecutorService heart;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        network = directory;
        cluster = new EndorserCluster(directory)
                .with("florin.endorser.gather.direct.after=1s")
                .with("florin.endorser.gather.recovery.every=500ms")
                .with("florin.endorser.gather.recovery.own-after=1s")
                .with("florin.endorser.gather.recovery.others-after=1s")
                .with("florin.endorser.status.poll=300ms")
                .with("florin.kafka.max-block=500ms")
                .with("florin.kafka.delivery-timeout=11s");
        payments = new TestPayments(cluster.genesis(), 41);
        for (RegistrationEvent event : payments.enrollments()) {
            cluster.register(event, false);
        }
        heart = Executors.newSingleThreadScheduledExecutor();
        heart.scheduleWithFixedDelay(LedgerFollowingIT::beat, 1, 1, TimeUnit.SECONDS);
        cluster.start(1, 2);
        awaitAccepted();
    }

    private static void beat() {
        try {
            // Lost on the way: endorsers have registration's own interface as well.
            cluster.register(new Heartbeat(), true);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static void awaitAccepted() {
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(RestClientResponseException.class)
                .until(() -> submit(1, payments.transfer(1)));
    }

    @AfterAll
    static void stop() {
        heart.shutdownNow();
        cluster.close();
    }

    /// The tests after it show that the endorsers still ask.
    @Test
    @Order(0)
    void aCommitterThatAnswersWithNothingStopsNobody() {
        cluster.committer().mute(true);

        await().atMost(PATIENCE).until(() -> cluster.committer().answeredMutely() >= 4);

        cluster.committer().mute(false);
        assertThat(submit(1, payments.transfer(1))).isTrue();
    }

    @Test
    @Order(1)
    void aFinalStatusIsFetchedWithItsReceiptWhenTheTopicIsSilent() {
        Transfer transfer = payments.transfer(100);
        submit(1, transfer);

        cluster.commitWithoutTopic(1, committed(transfer));

        for (int endorser = 1; endorser <= 2; endorser++) {
            int id = endorser;
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(cluster.progress(id, transfer.id()).stage())
                                    .isEqualTo("COMMITTED"));
        }
    }

    @Test
    @Order(2)
    void reconciliationGetsTheClientTransactionByteByByte() {
        Transfer transfer = payments.transfer(100);
        submit(1, transfer);

        EndorserInternalApi asCommitter = cluster.internal(2, new Peer(NodeRole.COMMITTER, 1));

        assertThat(asCommitter.clientTransaction(transfer.id().toHex())).isEqualTo(transfer.encode());
        assertThatThrownBy(() -> asCommitter.clientTransaction("cd".repeat(32)))
                .isInstanceOf(HttpClientErrorException.NotFound.class);

        String absent = "cd".repeat(32);
        var answer = asCommitter.clientTransactions(List.of(transfer.id().toHex(), absent));
        assertThat(answer.held()).singleElement().satisfies(held -> {
            assertThat(held.id()).isEqualTo(transfer.id().toHex());
            assertThat(Base64.getDecoder().decode(held.encoded())).isEqualTo(transfer.encode());
        });
        assertThat(answer.absent()).containsExactly(absent);
        assertThatThrownBy(() -> asCommitter.clientTransactions(Collections.nCopies(257, absent)))
                .isInstanceOf(HttpClientErrorException.BadRequest.class);
        EndorserInternalApi asBank = cluster.internal(2, new Peer(NodeRole.BANK, 1));
        assertThatThrownBy(() -> asBank.clientTransactions(List.of(absent)))
                .isInstanceOf(HttpClientErrorException.Forbidden.class);
    }

    @Test
    @Order(3)
    void onlyEndorsersMayAskForSharesAndOnlyOverWhatWasAcceptedHere() {
        Transfer held = payments.transfer(100);
        submit(1, held);
        Transfer unseen = payments.transfer(100);
        EndorserInternalApi asEndorser = cluster.internal(2, new Peer(NodeRole.ENDORSER, 1));
        EndorserInternalApi asBank = cluster.internal(2, new Peer(NodeRole.BANK, 1));

        assertThat(asEndorser.share(request(held)).signature()).hasSize(96);
        assertThatThrownBy(() -> asBank.share(request(held))).isInstanceOf(HttpClientErrorException.Forbidden.class);
        assertThatThrownBy(() -> asEndorser.share(request(unseen)))
                .isInstanceOfSatisfying(
                        HttpClientErrorException.Conflict.class,
                        declined ->
                                assertThat(declined.getResponseBodyAsString()).contains("share-declined"));
        ShareRequest otherRoot = new ShareRequest(
                1, 1, 1, sharing(), List.of(held.id().toHex()), request(unseen).root(), List.of());
        assertThatThrownBy(() -> asEndorser.share(otherRoot)).isInstanceOf(HttpClientErrorException.Conflict.class);
        assertThatThrownBy(() -> asEndorser.share(new ShareRequest(1, 1, 1, sharing(), List.of("xyz"), "", List.of())))
                .isInstanceOf(HttpClientErrorException.BadRequest.class);
        for (String unreadable : new String[] {"xyz", "", null}) {
            assertThatThrownBy(() -> asEndorser.share(new ShareRequest(
                            1,
                            1,
                            1,
                            unreadable,
                            List.of(held.id().toHex()),
                            request(held).root(),
                            List.of())))
                    .isInstanceOf(HttpClientErrorException.BadRequest.class);
        }
        ShareRequest otherShares = new ShareRequest(
                1,
                1,
                1,
                request(held).root(),
                List.of(held.id().toHex()),
                request(held).root(),
                List.of());
        assertThatThrownBy(() -> asEndorser.share(otherShares))
                .isInstanceOfSatisfying(
                        HttpClientErrorException.class,
                        refused -> assertThat(refused.getStatusCode().value()).isEqualTo(412));
    }

    @Test
    @Order(4)
    void aPeerAnswersProposalsWithItsRefusals() {
        Transfer good = payments.transfer(100);
        Transfer stranger = payments.transferTo(new TestPayments(cluster.genesis(), 88).payer(), 1);
        EndorserInternalApi asEndorser = cluster.internal(2, new Peer(NodeRole.ENDORSER, 1));

        List<Integer> answers =
                asEndorser.check(Submission.encodeList(List.of(Submission.of(good), Submission.of(stranger))));

        assertThat(answers).containsExactly(0, RefusalReason.OWNER_NOT_ENROLLED.number());
        assertThat(asEndorser.clientTransaction(good.id().toHex())).isEqualTo(good.encode());
    }

    @Test
    @Order(5)
    void aGathererThatFallsSilentIsReplacedByAPeerThatSigned() {
        Transfer transfer = payments.transfer(100);
        EndorserInternalApi asEndorser = cluster.internal(2, new Peer(NodeRole.ENDORSER, 3));
        asEndorser.check(Submission.encodeList(List.of(Submission.of(transfer))));
        asEndorser.share(request(transfer));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(cluster.topic(1).stream()
                                .map(Bundle::decode)
                                .map(bundle -> bundle.transaction(0).id()))
                        .contains(transfer.id()));
    }

    @Test
    @Order(6)
    void aConfigurationChangeTakesEffectAlsoWhereItWasMissed() throws Exception {
        makeNextKey();
        Transfer before = payments.transfer(100);
        ConfigurationChange change = change();
        submit(1, change);
        cluster.commit(committed(change));
        cluster.commitWithoutTopic(2, committed(change));

        for (int endorser = 1; endorser <= 2; endorser++) {
            awaitStale(endorser);
        }
        cluster.start(3);
        awaitStale(3);

        assertThatThrownBy(() -> submit(1, before)).hasMessageContaining("stale-configuration");
        Transfer after = transferNow();
        // 503 until it has caught up, never a refusal
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(HttpServerErrorException.ServiceUnavailable.class)
                .until(() -> submit(3, after));
    }

    /// The configuration of before names the next key beside the first, and nobody has a share of it in use.
    @Test
    @Order(7)
    void whileAKeyIsReplacedPaymentsGoOnAndTheNewKeySignsWhereItsSharesAre() throws Exception {
        Transfer nobodyHasIt = transferNow();
        assertThat(submit(1, nobodyHasIt)).isTrue();
        assertThat(epochOf(nobodyHasIt)).isEqualTo(1);

        for (int id = 2; id <= 3; id++) {
            Files.move(share(id).resolveSibling("kept.key"), share(id));
            cluster.stop(id);
            cluster.start(id);
        }
        Transfer old = transferNow();
        Transfer renewed = transferNow();
        awaitSubmitted(3, renewed);

        awaitSubmitted(1, old);
        assertThat(epochOf(renewed)).isEqualTo(2);
        assertThat(epochOf(old))
                .as("gathered by who has no share of the new key")
                .isEqualTo(1);
    }

    private static Path share(int endorser) {
        return network.resolve("endorser-" + endorser).resolve("share-1-2.key");
    }

    private static Transfer transferNow() {
        return payments.transfer(
                new TransactionHeader(
                        cluster.networkId(),
                        TestPayments.CURRENCY,
                        1,
                        2,
                        TestPayments.EXPIRY,
                        Bytes.of(payments.bytes(TransactionHeader.NONCE_SIZE))),
                100,
                payments.payee());
    }

    private static void awaitSubmitted(int endorser, Transfer transfer) {
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(RestClientException.class)
                .until(() -> submit(endorser, transfer));
    }

    /// Of the key that signed it, as whoever settles it checks it.
    private static long epochOf(Transfer transfer) {
        Bundle signed = await().atMost(PATIENCE)
                .until(
                        () -> cluster.topic(1).stream()
                                .map(Bundle::decode)
                                .filter(bundle -> bundle.transaction(0).id().equals(transfer.id()))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
        assertThat(EndorsementCheck.isEndorsed(signed, cluster.networkId(), nextConfiguration()))
                .isTrue();
        return signed.keyEpoch();
    }

    /// The endorsers make the currency's next key; their shares are put away until they are to have them.
    private static void makeNextKey() throws Exception {
        List<CeremonySpec.Member> members = new ArrayList<>();
        for (int id = 1; id <= 3; id++) {
            try (NodeIdentity node = NodeIdentity.load(network, new Peer(NodeRole.ENDORSER, id))) {
                members.add(
                        new CeremonySpec.Member(id, "endorser-" + id, node.key().publicKey()));
            }
        }
        Path board = network.resolve("board");
        new BulletinBoard(board)
                .open(new CeremonySpec(
                        cluster.genesis().name(),
                        Purpose.ENDORSEMENT,
                        TestPayments.CURRENCY.value(),
                        2,
                        KeySetup.Kind.FRESH,
                        2,
                        members,
                        Bytes32.ZERO,
                        Bytes32.ZERO));
        for (int turn = 0; turn < 6; turn++) {
            for (int id = 1; id <= 3; id++) {
                try (CeremonyParticipant seat =
                        CeremonyParticipant.at(board, network.resolve("endorser-" + id), KeyProperties.NONE)) {
                    if (turn < 5) {
                        seat.join();
                    } else {
                        seat.finish(Optional.empty());
                    }
                }
            }
        }
        for (int id = 1; id <= 3; id++) {
            Files.move(share(id), share(id).resolveSibling("kept.key"));
        }
    }

    private static void awaitStale(int endorser) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThatThrownBy(() -> submit(endorser, payments.transfer(1)))
                        .hasMessageContaining("stale-configuration"));
    }

    @Test
    @Order(8)
    void withoutKafkaBundlesGoToRoutersDirectly() {
        cluster.stopKafka();
        Transfer transfer = transferNow();

        assertThat(submit(1, transfer)).isTrue();

        await().atMost(PATIENCE)
                .until(() -> cluster.direct().stream()
                        .map(Bundle::decode)
                        .anyMatch(bundle -> bundle.transaction(0).id().equals(transfer.id())));
    }

    /// The same but for its number and the currency's next key.
    private static NetworkConfiguration nextConfiguration() {
        NetworkConfiguration now = cluster.genesis().configuration();
        List<EndorserGroup> groups = new ArrayList<>(now.endorserGroups());
        EndorserGroup first = now.endorserGroup(TestPayments.CURRENCY).orElseThrow();
        groups.add(
                groups.indexOf(first) + 1,
                NodeSecrets.record(network.resolve("endorser-1"), TestPayments.CURRENCY, 2)
                        .orElseThrow()
                        .endorserGroup());
        return EditedConfiguration.of(now).version(2).endorserGroups(groups).build();
    }

    /// The next configuration, approved by two officers.
    private static ConfigurationChange change() {
        NetworkConfiguration next = nextConfiguration();
        var header = new TransactionHeader(
                cluster.networkId(),
                NamespaceId.CONFIGURATION,
                1,
                1,
                TestPayments.EXPIRY,
                Bytes.of(payments.bytes(TransactionHeader.NONCE_SIZE)));
        var unsigned = new ConfigurationChange(header, next, List.of());
        byte[] message = unsigned.officerMessage();
        return new ConfigurationChange(
                header,
                next,
                List.of(
                        new OfficerApproval(0, cluster.officer(1).sign(message)),
                        new OfficerApproval(1, cluster.officer(2).sign(message))));
    }

    private static boolean submit(int endorser, ClientTransaction transaction) {
        return cluster.endorser(endorser)
                .submit(Submission.of(transaction).encode())
                .accepted();
    }

    private static ShareRequest request(Transfer transfer) {
        Bytes32 root = Bundle.rootOf(List.of(payments.accepted(transfer).encoded()));
        return new ShareRequest(1, 1, 1, sharing(), List.of(transfer.id().toHex()), root.toHex(), List.of());
    }

    private static String sharing() {
        return ShareOrder.sharingOf(cluster.genesis()
                        .configuration()
                        .endorserGroup(TestPayments.CURRENCY)
                        .orElseThrow())
                .toHex();
    }

    private static SettledTransaction committed(ClientTransaction transaction) {
        return ToldBlocks.told(SettlementTranslator.translate(transaction, false), TransactionStatus.COMMITTED);
    }
}
