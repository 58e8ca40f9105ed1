package io.florin.certifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.crypto.group.G1;
import io.florin.crypto.ps.Certification;
import io.florin.crypto.ps.CertificationShare;
import io.florin.crypto.ps.Certifier;
import io.florin.crypto.ps.PsPublicKey;
import io.florin.crypto.ps.PsVerificationKey;
import io.florin.doubles.node.FakeNode;
import io.florin.identity.NetworkMaterial;
import io.florin.identity.NetworkPlan;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.block.Block;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.runtime.api.CertificationApi;
import io.florin.runtime.api.CertificationApi.CertificationPage;
import io.florin.runtime.api.CertificationApi.CertificationRequest;
import io.florin.runtime.api.CertificationApi.Certified;
import io.florin.runtime.api.CertifierInternalApi;
import io.florin.runtime.http.PublicClients;
import io.florin.runtime.http.StrictJson;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.InternalPort;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.service.FlorinService;
import io.florin.testkit.Patience;
import io.florin.testkit.PostgresUnderTest;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/// A certifier with a real database and the network's real keys; the test plays the parties' and the committer's hand.
abstract class CertifierScenes {

    static final Duration PATIENCE = Patience.LIMIT;
    static final NamespaceId CURRENCY = new NamespaceId(1);
    /// Of as many keys at most can the base of an output be made.
    static final int BASE_KEYS_MAX = 16;
    static final int CHECKPOINTS_KEPT = 6;
    static final SecureRandom RANDOM = new SecureRandom();

    static Path directory;
    static Genesis genesis;
    static PostgresUnderTest database;
    static ConfigurableApplicationContext party;
    static ConfigurableApplicationContext committerNode;
    static ConfigurableApplicationContext certifier;
    static PublicClients clients;
    static int certifierPort;
    static int partyPort;
    static int committerPort;
    static CertifiersOfNetwork keys;
    static FollowedLedger ledger;
    static Hidden first;
    static SettlementTransaction overlong;

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
        clients = new PublicClients(StrictJson.mapper(), PATIENCE, PATIENCE);
        first = Hidden.spending(BASE_KEYS_MAX);
        overlong = Hidden.overlong();
        certifier = startCertifier();
    }

    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    static ConfigurableApplicationContext node(String role, int internalPort, int apiPort) {
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

    static ConfigurableApplicationContext startCertifier() {
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

    static InternalClients internalClients(NodeIdentity node) {
        return new InternalClients(node.tls(), StrictJson.mapper(), PATIENCE, PATIENCE);
    }

    static CertifierInternalApi internal(InternalClients callers) {
        int port = certifier.getBean(InternalPort.class).value();
        return callers.proxy(
                CertifierInternalApi.class, new Peer(NodeRole.CERTIFIER, 1), URI.create("https://127.0.0.1:" + port));
    }

    /// The share of this certifier and that of the second one unblind to a signature that verifies.
    static boolean makesSpendable(Hidden hidden, Certified share) {
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

    static boolean makesSpendable(Hidden hidden, Certified share, CertifierGroup group) {
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

    static Hidden hidden() {
        return Hidden.spending(1);
    }

    static Block block(Hidden... transactions) {
        return ledger.block(List.of(), List.of(transactions));
    }

    static CertificationApi api() {
        return clients.proxy(CertificationApi.class, URI.create("http://127.0.0.1:" + certifierPort));
    }

    static CertificationRequest request(Hidden hidden) {
        return new CertificationRequest(hidden.transaction().id().toHex(), 0);
    }

    static CertificationPage page(long fromBlock) {
        return api().certifications(fromBlock, 1_000);
    }

    static CertificationPage awaitFollowed(long block) {
        return await().atMost(PATIENCE).until(() -> page(1), page -> page.followed() >= block);
    }

    static Connection connect() throws Exception {
        return DriverManager.getConnection(database.jdbcUrl(), database.username(), database.password());
    }

    static void execute(String sql) throws Exception {
        try (Connection connection = connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static int status(String path) throws Exception {
        return get(path).statusCode();
    }

    static String metrics() throws Exception {
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

    static String body(String path) throws Exception {
        return get(path).body();
    }

    static HttpResponse<String> get(String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + certifierPort + path))
                            .GET()
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }
}
