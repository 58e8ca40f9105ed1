package io.florin.testnodes;

import static org.awaitility.Awaitility.await;

import io.florin.auditor.AuditorApplication;
import io.florin.auditor.TestMoney;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.doubles.login.Browser;
import io.florin.doubles.login.TokenIssuer;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.audit.SignedEvent;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.StateHash;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.kafka.CloudEvent;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.TopicWriter;
import io.florin.runtime.kafka.Topics;
import io.florin.runtime.service.FlorinService;
import io.florin.testkit.KafkaUnderTest;
import io.florin.testkit.Patience;
import io.florin.testkit.PostgresUnderTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// An auditor as a whole, with PostgreSQL, Kafka and an issuer, and a chain that the test grows.
public final class AuditorUnderTest implements AutoCloseable {
    public static final String CLIENT = "auditor-console";
    private static final Duration SOON = Patience.LIMIT;
    private static final CloudEvent EVENT =
            new CloudEvent("e-1", "io.florin.test.v1", URI.create("florin://test/ordering/1"));

    public final TestNetwork network;
    public final TestMoney money;
    public final TestChain chain;
    public final SerialReplay committer;
    private Bytes32 beforeLast = Bytes32.ZERO;
    public final TokenIssuer issuer = new TokenIssuer();
    private final PostgresUnderTest postgres;
    private final KafkaUnderTest kafka;
    private final TopicWriter writer;
    private final @Nullable TestParties parties;
    private final Path directory;
    private final HttpClient http = HttpClient.newHttpClient();
    private final JsonMapper json = new JsonMapper();
    private long registrationSequence;
    private @Nullable ConfigurableApplicationContext service;

    /// The broker and the database server are used by several tests one after the other, and are empty from here on.
    public AuditorUnderTest(KafkaUnderTest kafka, PostgresUnderTest postgres, TestParties parties) throws Exception {
        this(kafka, postgres, new TestNetwork(parties.seed()), parties.directory(), parties);
        parties.forget();
    }

    /// An auditor of another network, without ordering parties: it gets blocks by topics alone.
    public AuditorUnderTest(KafkaUnderTest kafka, PostgresUnderTest postgres, TestNetwork network, Path directory)
            throws Exception {
        this(kafka, postgres, network, directory, null);
    }

    private AuditorUnderTest(
            KafkaUnderTest kafka,
            PostgresUnderTest postgres,
            TestNetwork network,
            Path directory,
            @Nullable TestParties parties)
            throws Exception {
        this.kafka = kafka;
        this.postgres = postgres;
        this.parties = parties;
        this.directory = directory;
        this.network = network;
        this.money = new TestMoney(network);
        this.chain = new TestChain(network);
        this.committer = new SerialReplay(network.genesis());
        this.writer = new TopicWriter(KafkaProperties.of(kafka.bootstrapServers()), "test");
        kafka.startOver(
                List.of(Topics.blocks(1), Topics.blocks(2), Topics.STATUSES, Topics.ENROLLMENTS, Topics.AUDIT_EVENTS));
        sql("drop schema public cascade; create schema public");
    }

    /// @param more settings, also other values of the usual ones
    public AuditorUnderTest start(String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--florin.metrics.token=metrics-of-a-test",
                "--server.address=127.0.0.1",
                "--florin.network.directory=" + directory,
                "--florin.auditor.directory=" + directory.resolve("not-used"),
                "--florin.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                "--spring.datasource.url=" + postgres.jdbcUrl(),
                "--spring.datasource.username=" + postgres.username(),
                "--spring.datasource.password=" + postgres.password(),
                "--florin.oidc.issuer=" + issuer.issuer(),
                "--florin.oidc.client-id=" + TokenIssuer.CLIENT,
                "--florin.oidc.client-secret=secret",
                "--florin.auditor.trail.poll=100ms",
                "--florin.auditor.trail.behind-after=500ms",
                "--florin.auditor.supply.recount-blocks=1",
                "--florin.auditor.log-check=500ms",
                "--florin.auditor.expiry-check=200ms",
                "--florin.auditor.events.poll=100ms",
                "--florin.auditor.status.missing-after=3m",
                "--florin.auditor.registration.poll=200ms"));
        arguments.addAll(List.of(
                "--florin.endpoints.ordering[0].id=1",
                "--florin.endpoints.ordering[0].internal=" + internal(1),
                "--florin.endpoints.ordering[1].id=2",
                "--florin.endpoints.ordering[1].internal=" + internal(2)));
        List<String> own = List.of(more);
        arguments.removeIf(usual -> own.stream().anyMatch(other -> other.startsWith(setting(usual))));
        arguments.addAll(own);
        service = FlorinService.runEmbedded(
                AuditorApplication.class, "auditor-service", arguments.toArray(String[]::new));
        return this;
    }

    private static String setting(String argument) {
        return argument.substring(0, argument.indexOf('=') + 1);
    }

    /// Makes the tables before the first start.
    public void migrate() {
        Flyway.configure()
                .dataSource(postgres.jdbcUrl(), postgres.username(), postgres.password())
                .locations("classpath:db/migration/auditor-service")
                .load()
                .migrate();
    }

    public void stop() {
        ConfigurableApplicationContext running = service;
        if (running != null) {
            running.close();
            service = null;
        }
    }

    /// Address at which nobody listens, when there are no parties.
    private URI internal(int party) {
        return parties == null
                ? URI.create("https://127.0.0.1:" + party)
                : parties.party(party).internal();
    }

    public OrderingNode party(int party) {
        if (parties == null) {
            throw new IllegalStateException("there are no ordering parties");
        }
        return parties.party(party);
    }

    // ---- what the network does

    /// Writes the block to a party's topic as its assembler does, and its honest statuses.
    public BlockStatuses publish(Block block) throws Exception {
        toTopic(1, block.header().number(), block.encode());
        BlockStatuses statuses = statuses(block);
        publish(statuses);
        return statuses;
    }

    public void toTopic(int party, long number, byte[] value) throws Exception {
        write(Topics.blocks(party), Topics.blockKey(number), value);
    }

    /// Statuses of the next block by an honest committer.
    public BlockStatuses statuses(Block block) {
        beforeLast = committer.checkpoint().stateHash();
        SerialReplay.Applied applied = committer.apply(block);
        return network.statuses(applied.checkpoint(), applied.outcomes());
    }

    /// Statuses by a committer that lies about the last transaction of the last block.
    public BlockStatuses lying(BlockStatuses honest, TransactionStatus status) {
        List<TransactionOutcome> outcomes = new ArrayList<>(honest.outcomes());
        TransactionOutcome last = outcomes.removeLast();
        outcomes.add(new TransactionOutcome(last.index(), status, last.id(), last.digest()));
        Checkpoint own = honest.checkpoint();
        Bytes32 root = StateHash.statusRoot(outcomes);
        Bytes32 stateHash = StateHash.next(
                beforeLast,
                own.number(),
                own.headerHash(),
                root,
                committed(own.number(), outcomes)
                        .map(ordered -> ordered.transaction().orElseThrow())
                        .toList());
        return network.statuses(
                new Checkpoint(own.network(), own.number(), own.headerHash(), root, stateHash), outcomes);
    }

    /// These statuses with the transactions that are committed by them.
    public BlockResult result(BlockStatuses statuses) {
        return new BlockResult(
                statuses,
                committed(statuses.checkpoint().number(), statuses.outcomes())
                        .map(OrderedTransaction::raw)
                        .toList());
    }

    private Stream<OrderedTransaction> committed(long block, List<TransactionOutcome> outcomes) {
        List<OrderedTransaction> ordered =
                OrderedTransaction.of(chain.blocks().get((int) block - 1).entries());
        return outcomes.stream()
                .filter(outcome -> outcome.status().isCommitted())
                .map(outcome -> ordered.get((int) outcome.index()));
    }

    public void publish(BlockStatuses statuses) throws Exception {
        write(Topics.STATUSES, Topics.blockKey(statuses.checkpoint().number()), statuses.encode());
    }

    public void writeStatuses(byte[] value) throws Exception {
        write(Topics.STATUSES, Bytes.EMPTY, value);
    }

    /// Alice and Bob are enrolled at bank 1.
    public void enrollEverybody() throws Exception {
        register(new ParticipantChanged(1, "Bank One", "BANKFRPPXXX", Standing.ACTIVE));
        enroll(money.alice.publicKey(), Standing.ACTIVE);
        enroll(money.bob.publicKey(), Standing.ACTIVE);
    }

    public void enroll(Bytes32 owner, Standing standing) throws Exception {
        register(new EnrollmentChanged(owner, new OwnerKey(owner), owner, 1, Tier.TREASURY, false, standing));
    }

    /// The number of the last record.
    public long lastRecord() {
        return registrationSequence;
    }

    public void register(RegistrationEvent event) throws Exception {
        registrationSequence++;
        byte[] encoded = network.record(registrationSequence, System.currentTimeMillis(), event)
                .encode();
        write(Topics.ENROLLMENTS, Topics.enrollmentKey("e"), encoded);
    }

    /// The auditor's events that the topic has now.
    public List<SignedEvent> events() {
        Map<String, Object> settings = Map.of("bootstrap.servers", kafka.bootstrapServers());
        var topic = new TopicPartition(Topics.AUDIT_EVENTS, Topics.ONLY_PARTITION);
        List<SignedEvent> events = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(topic));
            consumer.seekToBeginning(List.of(topic));
            long end = consumer.endOffsets(List.of(topic)).getOrDefault(topic, 0L);
            while (consumer.position(topic) < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(found -> events.add(SignedEvent.decode(found.value())));
            }
        }
        return events;
    }

    private void write(String topic, Bytes key, byte[] value) throws Exception {
        writer.write(topic, 0, key, value, EVENT).get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    // ---- what people see

    public URI base() {
        ConfigurableApplicationContext running = service;
        if (running == null) {
            throw new IllegalStateException("the auditor is not running");
        }
        return URI.create(
                "http://127.0.0.1:" + running.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
    }

    public Browser browser(String role) throws Exception {
        return new Browser(base()).signIn(issuer, "ada", role);
    }

    /// Metrics, as monitoring reads them.
    public String metrics() throws Exception {
        return http.send(
                        HttpRequest.newBuilder(base().resolve("/actuator/prometheus"))
                                .header("Authorization", "Bearer metrics-of-a-test")
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    public HttpResponse<String> get(String path, String... role) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(base().resolve(path));
        if (role.length > 0) {
            request.header("Authorization", "Bearer " + issuer.token("ada", role[0]));
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    public JsonNode json(String path, String... role) throws Exception {
        HttpResponse<String> answer = get(path, role);
        if (answer.statusCode() != 200) {
            throw new AssertionError(path + " answers " + answer.statusCode() + " " + answer.body());
        }
        return json.readTree(answer.body());
    }

    public HttpResponse<String> approve(byte[] transaction) throws Exception {
        return http.send(
                HttpRequest.newBuilder(base().resolve("/v1/approvals"))
                        .header("Content-Type", "application/octet-stream")
                        .POST(BodyPublishers.ofByteArray(transaction))
                        .build(),
                BodyHandlers.ofString());
    }

    public JsonNode parse(String text) {
        return json.readTree(text);
    }

    /// Until the auditor has replayed this block and no later one.
    public void awaitBlock(long block) {
        await().atMost(SOON).until(() -> supply().get("block").asLong() == block);
    }

    /// The status of a group of its health.
    public String health(String group) throws Exception {
        return parse(get("/actuator/health/" + group).body()).get("status").asString();
    }

    /// Whether the auditor signed what this proof says.
    public boolean isSigned(JsonNode proof) {
        return Ed25519.verify(
                network.configuration().auditors().get(proof.get("auditor").asInt()),
                Bytes.fromHex(proof.get("message").asString()).toArray(),
                Bytes.fromHex(proof.get("signature").asString()).toArray());
    }

    public JsonNode supply() throws Exception {
        return json("/v1/supply");
    }

    public JsonNode section(String name) throws Exception {
        return json("/v1/report", "auditor").get("sections").get(name);
    }

    /// The newest incident of a kind.
    public JsonNode incident(String kind) throws Exception {
        JsonNode incidents = section("incidents");
        for (JsonNode incident : incidents.get("newest")) {
            if (incident.get("kind").asString().equals(kind)) {
                return incident;
            }
        }
        throw new AssertionError("no incident " + kind + " in " + incidents);
    }

    /// A person has seen all incidents.
    public void acknowledgeAll() throws Exception {
        try (Browser ada = browser("auditor")) {
            for (JsonNode incident : section("incidents").get("newest")) {
                if (incident.get("acknowledgedBy").asString().isEmpty()) {
                    String path = "/console/incidents/" + incident.get("id").asLong() + "/acknowledgement";
                    require(ada.post("/console/incidents", path, Map.of("note", "seen"))
                                    .statusCode()
                            == 302);
                }
            }
            String page = ada.get("/console/incidents").body();
            require(page.contains("ada: seen") && page.contains("No alarm is open"));
            require(ada.get("/console/log").body().contains("acknowledge-incident"));
        }
    }

    private static void require(boolean so) {
        if (!so) {
            throw new AssertionError("incidents cannot be acknowledged on pages");
        }
    }

    public Connection database() throws SQLException {
        return postgres.connect();
    }

    public void sql(String statement) throws SQLException {
        try (Connection connection = postgres.connect();
                var update = connection.createStatement()) {
            update.execute(statement);
        }
    }

    @Override
    public void close() {
        stop();
        writer.close();
        http.close();
        issuer.close();
    }
}
