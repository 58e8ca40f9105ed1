package io.florin.certifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.group.G1;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.ps.Certification;
import io.florin.crypto.ps.CertificationShare;
import io.florin.crypto.ps.Certifier;
import io.florin.crypto.ps.PsPublicKey;
import io.florin.crypto.ps.PsVerificationKey;
import io.florin.crypto.sign.Ed25519;
import io.florin.doubles.node.FakeNode;
import io.florin.identity.NetworkMaterial;
import io.florin.identity.NetworkPlan;
import io.florin.identity.NodeIdentity;
import io.florin.identity.seat.BulletinBoard;
import io.florin.identity.seat.CeremonyParticipant;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.CertificationApi;
import io.florin.runtime.api.CertificationApi.CertificationPage;
import io.florin.runtime.api.CertificationApi.CertificationRequest;
import io.florin.runtime.api.CertificationApi.Certified;
import io.florin.runtime.api.CertifierInternalApi;
import io.florin.runtime.api.CertifierInternalApi.BelievedCheckpoint;
import io.florin.runtime.http.PublicClients;
import io.florin.runtime.http.StrictJson;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.InternalPort;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.service.FlorinService;
import io.florin.testkit.PostgresUnderTest;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.HttpClientErrorException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// A certifier with a real database and the network's real keys; the test plays the parties' and the committer's hand.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CertifierIT {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final NamespaceId CURRENCY = new NamespaceId(1);
    /// Of as many keys at most can the base of an output be made.
    private static final int BASE_KEYS_MAX = 16;
    private static final int CHECKPOINTS_KEPT = 6;
    private static final SecureRandom RANDOM = new SecureRandom();

    private static Path directory;
    private static Genesis genesis;
    private static PostgresUnderTest database;
    private static ConfigurableApplicationContext party;
    private static ConfigurableApplicationContext committerNode;
    private static ConfigurableApplicationContext certifier;
    private static PublicClients clients;
    private static int certifierPort;
    private static int partyPort;
    private static int committerPort;
    private static CertifiersOfNetwork keys;
    private static FollowedLedger ledger;
    private static Hidden first;
    private static SettlementTransaction overlong;

    @BeforeAll
    static void start(@TempDir Path network) throws Exception {
        directory = network;
        genesis = NetworkMaterial.create(
                NetworkPlan.demo("test-net", PrivacyModel.UNLINKABLE), directory, RANDOM, Instant.now());
        keys = new CertifiersOfNetwork(directory, genesis);
        database = PostgresUnderTest.start("certifier");
        certifierPort = freePort();
        partyPort = freePort();
        committerPort = freePort();
        party = node("ordering", partyPort, 0);
        committerNode = node("committer", 0, committerPort);
        ledger = new FollowedLedger(
                directory, genesis, party.getBean(FakeNode.Memory.class), committerNode.getBean(FakeNode.Memory.class));
        clients = new PublicClients(StrictJson.mapper(), Duration.ofSeconds(20), Duration.ofSeconds(20));
        first = Hidden.spending(BASE_KEYS_MAX);
        overlong = Hidden.overlong();
        certifier = startCertifier();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static ConfigurableApplicationContext node(String role, int internalPort, int apiPort) {
        return FlorinService.runEmbedded(
                FakeNode.class,
                "fake-node",
                "--server.port=" + apiPort,
                "--server.address=127.0.0.1",
                "--florin.network.directory=" + directory,
                "--florin.node.role=" + role,
                "--florin.node.id=1",
                "--florin.internal.port=" + internalPort,
                "--spring.autoconfigure.exclude="
                        + "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration,"
                        + "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
                        + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration,"
                        + "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration");
    }

    private static ConfigurableApplicationContext startCertifier() {
        return FlorinService.runEmbedded(
                CertifierApplication.class,
                "certifier-service",
                "--server.port=" + certifierPort,
                "--florin.metrics.token=metrics-of-a-test",
                "--server.address=127.0.0.1",
                "--florin.network.directory=" + directory,
                "--florin.node.id=1",
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.username(),
                "--spring.datasource.password=" + database.password(),
                "--florin.certifier.poll=50ms",
                "--florin.certifier.checkpoints-kept=" + CHECKPOINTS_KEPT,
                "--florin.endpoints.ordering[0].id=1",
                "--florin.endpoints.ordering[0].internal=https://127.0.0.1:" + partyPort,
                "--florin.endpoints.committers[0].id=1",
                "--florin.endpoints.committers[0].api=http://127.0.0.1:" + committerPort);
    }

    @AfterAll
    static void stop() {
        certifier.close();
        party.close();
        committerNode.close();
        clients.close();
        database.close();
    }

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

    private static InternalClients internalClients(NodeIdentity node) {
        return new InternalClients(node.tls(), StrictJson.mapper(), Duration.ofSeconds(20), Duration.ofSeconds(20));
    }

    private static CertifierInternalApi internal(InternalClients callers) {
        int port = certifier.getBean(InternalPort.class).value();
        return callers.proxy(
                CertifierInternalApi.class, new Peer(NodeRole.CERTIFIER, 1), URI.create("https://127.0.0.1:" + port));
    }

    /// The share of this certifier and that of the second one unblind to a signature that verifies.
    private static boolean makesSpendable(Hidden hidden, Certified share) {
        return makesSpendable(
                hidden,
                share,
                genesis.configuration()
                        .namespace(CURRENCY)
                        .orElseThrow()
                        .hidden()
                        .orElseThrow()
                        .certifiers(1));
    }

    private static boolean makesSpendable(Hidden hidden, Certified share, CertifierGroup group) {
        assertThat(share.epoch()).isEqualTo(group.epoch());
        List<PsVerificationKey> keys = IntStream.range(
                        0, group.verificationKeys().size())
                .mapToObj(i -> PsVerificationKey.decode(
                        i + 1, group.verificationKeys().get(i).toArray()))
                .toList();
        var first =
                new CertificationShare(1, G1.decode(Bytes.fromHex(share.share()).toArray()));
        CertificationShare second;
        try (NodeIdentity node = NodeIdentity.load(directory, new Peer(NodeRole.CERTIFIER, 2))) {
            var own = node.certifierShares(CURRENCY).stream()
                    .filter(held -> held.epoch() == group.epoch())
                    .findFirst()
                    .orElseThrow();
            second = new Certifier(own.share(), (_, _) -> true)
                    .certify(hidden.context(), 0, hidden.token())
                    .orElseThrow();
        }
        var certification =
                new Certification(PsPublicKey.decode(group.groupKey().toArray()), group.threshold(), keys);
        return certification.combine(hidden.base(), hidden.token(), hidden.opening(), List.of(first, second))
                instanceof Certification.Outcome.Certified;
    }

    private static Hidden hidden() {
        return Hidden.spending(1);
    }

    private static Block block(Hidden... transactions) {
        return ledger.block(List.of(), List.of(transactions));
    }

    private static CertificationApi api() {
        return clients.proxy(CertificationApi.class, URI.create("http://127.0.0.1:" + certifierPort));
    }

    private static CertificationRequest request(Hidden hidden) {
        return new CertificationRequest(hidden.transaction().id().toHex(), 0);
    }

    private static CertificationPage page(long fromBlock) {
        return api().certifications(fromBlock, 1_000);
    }

    private static CertificationPage awaitFollowed(long block) {
        return await().atMost(PATIENCE).until(() -> page(1), page -> page.followed() >= block);
    }

    private static Connection connect() throws Exception {
        return DriverManager.getConnection(database.jdbcUrl(), database.username(), database.password());
    }

    private static void execute(String sql) throws Exception {
        try (Connection connection = connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int status(String path) throws Exception {
        return get(path).statusCode();
    }

    private static String metrics() throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(
                                            URI.create("http://127.0.0.1:" + certifierPort + "/actuator/prometheus"))
                                    .header("Authorization", "Bearer metrics-of-a-test")
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    private static String body(String path) throws Exception {
        return get(path).body();
    }

    private static HttpResponse<String> get(String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + certifierPort + path))
                            .GET()
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }
}
