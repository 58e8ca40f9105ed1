package io.florin.endorser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.identity.NetworkPlan;
import io.florin.identity.NetworkPlan.Endorsement;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockHeader;
import io.florin.ledger.block.PartySignature;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.rules.EndorsementCheck;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.api.EndorserApi.SubmissionAnswer;
import io.florin.testkit.Patience;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.client.HttpServerErrorException;

/// Five endorsers: three sign one currency by FROST, three another by ECDSA where one may lie, all five a third one by
/// ECDSA where two may. From a submission to a commitment, over real certificates, databases and a broker.
class SigningSchemesIT {

    private static final int FROST = 1;
    private static final int ECDSA = 2;
    private static final int ECDSA_OF_ALL = 3;
    private static final Duration PATIENCE = Patience.LIMIT;

    /// Not the JVM's common pool: the JDK's HTTP client completes each answer there, and on two cores it has one
    /// thread. A client of this test that waits in it keeps every endorser from hearing any other.
    private static final Executor CLIENTS = Executors.newVirtualThreadPerTaskExecutor();

    private static EndorserCluster cluster;
    private static Map<Integer, TestPayments> payments;
    private static ScheduledExecutorService heart;
    private static Path home;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        home = directory;
        cluster = new EndorserCluster(directory, Optional.of(plan()))
                .with("florin.endorser.gather.suspect-for=500ms")
                .with("florin.endorser.signing.presignatures=2")
                .with("florin.endorser.signing.presignatures-at-once=2")
                .with("florin.endorser.signing.commitments=8");
        payments = Stream.of(FROST, ECDSA, ECDSA_OF_ALL)
                .collect(Collectors.toMap(
                        namespace -> namespace,
                        namespace -> new TestPayments(cluster.genesis(), 50 + namespace, new NamespaceId(namespace))));
        for (TestPayments each : payments.values()) {
            for (RegistrationEvent event : each.enrollments()) {
                cluster.register(event, false);
            }
            cluster.register(each.enrollment(each.payer(), Standing.ACTIVE, Tier.TREASURY), false);
        }
        heart = Executors.newSingleThreadScheduledExecutor();
        heart.scheduleWithFixedDelay(SigningSchemesIT::beat, 1, 1, TimeUnit.SECONDS);
        cluster.start(1, 2, 3, 4, 5);
        for (int id = 1; id <= 5; id++) {
            awaitReady(id);
        }
    }

    private static NetworkPlan plan() {
        NetworkPlan demo = NetworkPlan.demo("test-net");
        List<Namespace> namespaces = new ArrayList<>(demo.rules().namespaces());
        for (int id : new int[] {ECDSA, ECDSA_OF_ALL}) {
            namespaces.add(new Namespace(
                    new NamespaceId(id), "other-" + id, "FL" + id, 2, 1, AuditPolicy.NEVER, Amount.of(1_000_000)));
        }
        return new NetworkPlan(
                demo.name(),
                demo.ordering(),
                new NetworkPlan.Members(5, 3),
                demo.committers(),
                demo.officers(),
                demo.others(),
                new NetworkPlan.Rules(
                        namespaces,
                        demo.rules().tiers(),
                        demo.rules().limits(),
                        Map.of(
                                new NamespaceId(FROST),
                                new Endorsement(SignatureScheme.FROST_ED25519, 3),
                                new NamespaceId(ECDSA),
                                new Endorsement(SignatureScheme.ECDSA_P256, 3),
                                new NamespaceId(ECDSA_OF_ALL),
                                new Endorsement(SignatureScheme.ECDSA_P256, 5))));
    }

    private static synchronized void beat() {
        try {
            cluster.register(new Heartbeat(), false);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    @AfterAll
    static void stop() {
        heart.shutdownNow();
        cluster.close();
    }

    private static TestPayments payments(int namespace) {
        return Objects.requireNonNull(payments.get(namespace));
    }

    @ParameterizedTest
    @ValueSource(ints = {FROST, ECDSA, ECDSA_OF_ALL})
    void anIssueAndAPaymentAreSignedAndCommit(int namespace) {
        TestPayments payments = payments(namespace);
        Issue issue = issue(payments, new NamespaceId(namespace));
        var token = new TokenReference(issue.id(), 0, issue.outputs().getFirst());
        Transfer payment = payments.spend(payments.header(TestPayments.EXPIRY), token, payments.payee());

        byte[] both = Submission.encodeList(List.of(Submission.of(issue), Submission.of(payment)));
        assertThat(answered(() -> cluster.endorser(1).submitAll(both)))
                .extracting(SubmissionAnswer::code)
                .containsExactly("", "");

        Bundle bundle = awaitBundleWith(payment.id());
        assertThat(bundle.signature().size()).isEqualTo(64);
        assertThat(EndorsementCheck.isEndorsed(
                        bundle, cluster.networkId(), cluster.genesis().configuration()))
                .isTrue();
        assertThat(replay(List.of(bundle)).outcomes())
                .extracting(TransactionOutcome::status)
                .containsOnly(TransactionStatus.COMMITTED)
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {FROST, ECDSA, ECDSA_OF_ALL})
    void everyEndorserGathersAndManyPaymentsGetSignedOneAfterTheOther(int namespace) {
        List<CompletableFuture<Transfer>> submitted = IntStream.rangeClosed(1, 5)
                .mapToObj(endorser -> CompletableFuture.supplyAsync(() -> submitted(endorser, namespace), CLIENTS))
                .toList();
        submitted.forEach(each -> assertEndorsed(each.join()));
        for (int i = 0; i < 3; i++) {
            assertSigned(1, namespace);
        }
    }

    /// Three of five go on when one is stopped, and with it when it is back. All five sign with ECDSA where two may
    /// lie: while one is away, nobody gets a signature; what waited is signed when it is back, and committed once.
    @Test
    void threeGoOnWithoutOneAndWhereAllSignWhatWaitedSettlesWhenItIsBack() {
        assertThat(cluster.genesis()
                        .configuration()
                        .endorserGroup(new NamespaceId(ECDSA_OF_ALL))
                        .orElseThrow())
                .extracting(EndorserGroup::scheme, EndorserGroup::threshold)
                .containsExactly(SignatureScheme.ECDSA_P256, 5);
        TestPayments payments = payments(ECDSA_OF_ALL);
        Issue issue = issue(payments, new NamespaceId(ECDSA_OF_ALL));
        assertAccepted(2, Submission.of(issue));
        var token = new TokenReference(issue.id(), 0, issue.outputs().getFirst());
        Transfer payment = payments.spend(payments.header(TestPayments.EXPIRY), token, payments.payee());

        cluster.stop(3);
        Stream.of(1, 2, 4, 5)
                .map(endorser -> CompletableFuture.runAsync(() -> assertNobodySigns(endorser, payment), CLIENTS))
                .toList()
                .forEach(CompletableFuture::join);
        for (int namespace : new int[] {FROST, ECDSA}) {
            for (int endorser : new int[] {1, 2, 4}) {
                assertSigned(endorser, namespace);
            }
            assertThat(home.resolve("endorser-3/nonces/" + namespace + "-1/nonces.ledger"))
                    .exists();
        }
        assertThat(bundlesWith(payment.id())).isEmpty();
        assertThat(cluster.progress(1, payment.id()).stage()).isEqualTo("STORED");

        cluster.start(3);
        awaitReady(3);
        for (int namespace : new int[] {FROST, ECDSA}) {
            assertSigned(3, namespace);
            assertSigned(1, namespace);
        }
        assertAccepted(1, Submission.of(payment));
        assertSigned(3, ECDSA_OF_ALL);

        List<Bundle> bundles = new ArrayList<>(List.of(awaitBundleWith(issue.id()), awaitBundleWith(payment.id())));
        bundles.addAll(bundlesWith(payment.id()));
        assertThat(bundles)
                .allMatch(bundle -> EndorsementCheck.isEndorsed(
                        bundle, cluster.networkId(), cluster.genesis().configuration()));
        assertThat(replay(bundles).outcomes().stream()
                        .filter(outcome -> outcome.status() == TransactionStatus.COMMITTED)
                        .map(outcome -> outcome.id().orElseThrow())
                        .filter(
                                List.of(issue.id(), payment.id())
                                        ::contains)) // what was taken up again may keep company
                .containsExactly(issue.id(), payment.id());
    }

    private static void assertNobodySigns(int endorser, Transfer payment) {
        assertThatThrownBy(() ->
                        cluster.endorser(endorser).submit(Submission.of(payment).encode()))
                .isInstanceOfSatisfying(
                        HttpServerErrorException.ServiceUnavailable.class,
                        answer -> assertThat(answer.getResponseBodyAsString()).contains("too-few-endorsers"));
    }

    private static List<Bundle> bundlesWith(TransactionId id) {
        return cluster.topic(1).stream()
                .map(Bundle::decode)
                .filter(bundle -> ids(bundle).contains(id))
                .toList();
    }

    private static SerialReplay.Applied replay(List<Bundle> bundles) {
        return new SerialReplay(cluster.genesis()).apply(block(bundles));
    }

    private static void assertSigned(int endorser, int namespace) {
        assertEndorsed(submitted(endorser, namespace));
    }

    private static Transfer submitted(int endorser, int namespace) {
        Transfer transfer = payments(namespace).transfer(100);
        assertAccepted(endorser, Submission.of(transfer));
        return transfer;
    }

    private static void assertAccepted(int endorser, Submission submission) {
        byte[] bytes = submission.encode();
        assertThat(answered(() -> cluster.endorser(endorser).submit(bytes)).accepted())
                .isTrue();
    }

    /// The first answer that is not "too few endorsers at this moment": a submission is repeated until then, as every
    /// client does, because on a busy machine an endorser can be too late for one round.
    private static <T> T answered(Callable<T> submission) {
        return await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(HttpServerErrorException.ServiceUnavailable.class)
                .until(submission, Objects::nonNull);
    }

    private static void assertEndorsed(Transfer transfer) {
        assertThat(EndorsementCheck.isEndorsed(
                        awaitBundleWith(transfer.id()),
                        cluster.networkId(),
                        cluster.genesis().configuration()))
                .isTrue();
    }

    private static Issue issue(TestPayments treasury, NamespaceId namespace) {
        var request = new SupplyRequest(
                SupplyRequest.Direction.WITHDRAWAL,
                Bytes32.of(treasury.bytes(32)),
                1,
                treasury.payer(),
                Amount.of(5_000));
        byte[] message = request.officerMessage(cluster.networkId(), namespace, 1);
        Token token = treasury.token(treasury.payer(), 5_000);
        return new Issue(
                treasury.header(TestPayments.EXPIRY),
                request,
                List.of(token),
                List.of(treasury.note()),
                List.of(
                        new OfficerApproval(0, cluster.officer(1).sign(message)),
                        new OfficerApproval(1, cluster.officer(2).sign(message))));
    }

    /// The first block, as three ordering parties would certify it.
    private static Block block(List<Bundle> bundles) {
        List<Bytes> entries =
                bundles.stream().map(bundle -> Bytes.of(bundle.encode())).toList();
        var header =
                new BlockHeader(cluster.networkId(), 1, cluster.networkId().value(), Block.entriesRoot(entries), 1, 0);
        List<PartySignature> signatures = new ArrayList<>();
        for (int party = 1; party <= 3; party++) {
            try (NodeIdentity node = cluster.party(party)) {
                signatures.add(new PartySignature(party, node.key().sign(header.signedMessage())));
            }
        }
        return new Block(header, new QuorumCertificate(signatures), entries);
    }

    private static Bundle awaitBundleWith(TransactionId id) {
        return await().atMost(PATIENCE)
                .until(() -> bundlesWith(id).stream().findFirst(), Optional::isPresent)
                .orElseThrow();
    }

    private static List<TransactionId> ids(Bundle bundle) {
        List<TransactionId> ids = new ArrayList<>();
        for (int i = 0; i < bundle.transactions().size(); i++) {
            ids.add(bundle.transaction(i).id());
        }
        return ids;
    }

    private static void awaitReady(int id) {
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            try (HttpClient client = HttpClient.newHttpClient()) {
                return client.send(
                                        HttpRequest.newBuilder(cluster.api(id).resolve("/actuator/health/ready"))
                                                .GET()
                                                .build(),
                                        BodyHandlers.ofString())
                                .statusCode()
                        == 200;
            }
        });
    }
}
