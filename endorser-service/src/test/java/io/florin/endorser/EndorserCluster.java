package io.florin.endorser;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.merkle.MerkleTree;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.doubles.node.FakeNode;
import io.florin.endorser.protocol.TransactionProgress;
import io.florin.endorser.protocol.TransactionStore;
import io.florin.identity.NetworkMaterial;
import io.florin.identity.NetworkPlan;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationRecord;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.Receipt;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserInternalApi;
import io.florin.runtime.http.PublicClients;
import io.florin.runtime.http.StrictJson;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.kafka.CloudEvent;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.TopicWriter;
import io.florin.runtime.kafka.Topics;
import io.florin.runtime.service.FlorinService;
import io.florin.testkit.KafkaUnderTest;
import io.florin.testkit.Patience;
import io.florin.testkit.PostgresUnderTest;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.springframework.context.ConfigurableApplicationContext;

/// Endorsers in one JVM, three where nothing else is said, with a database each, one Kafka, registration and one
/// router, and the network's real keys. The test plays registration's and the committer's hand by signing with their
/// keys.
final class EndorserCluster implements AutoCloseable {

    private final Map<PrivacyModel, HiddenPayments> hidden = new EnumMap<>(Map.of(
            PrivacyModel.ANONYMOUS, new HiddenPayments(PrivacyModel.ANONYMOUS, 2),
            PrivacyModel.CONFIDENTIAL, new HiddenPayments(PrivacyModel.CONFIDENTIAL, 3),
            PrivacyModel.UNLINKABLE, new HiddenPayments(PrivacyModel.UNLINKABLE, 4)));
    private final int endorsers;
    private final Path directory;
    private final Genesis genesis;
    private final KafkaUnderTest kafka;
    private final List<PostgresUnderTest> databases = new ArrayList<>();
    private final Map<Integer, Integer> apiPorts = new HashMap<>();
    private final Map<Integer, Integer> internalPorts = new HashMap<>();
    private final Map<Integer, ConfigurableApplicationContext> contexts = new LinkedHashMap<>();
    private final List<String> extra = new ArrayList<>();
    private final NodeIdentity registration;
    private final NodeIdentity committer;
    private final ToldBlocks told;
    private final TopicWriter writer;
    private final PublicClients clients;
    private final ConfigurableApplicationContext registrationNode;
    private final ConfigurableApplicationContext routerNode;
    private final ConfigurableApplicationContext committerNode;
    private final int registrationPort;
    private final int routerPort;
    private final int committerPort;
    private boolean kafkaStopped;
    private volatile long lastRecord;

    /// The demonstration network with a currency of each model that hides something beside the clear one.
    EndorserCluster(Path directory) throws IOException {
        this(directory, Optional.empty());
    }

    /// @param network another one
    EndorserCluster(Path directory, Optional<NetworkPlan> network) throws IOException {
        NetworkPlan plan = network.orElseGet(this::plan);
        this.endorsers = plan.endorsers().count();
        this.directory = directory;
        this.genesis = NetworkMaterial.create(plan, directory, new SecureRandom(), Instant.now());
        this.kafka = KafkaUnderTest.start();
        this.registration = NodeIdentity.load(directory, new Peer(NodeRole.REGISTRATION, 1));
        this.committer = NodeIdentity.load(directory, new Peer(NodeRole.COMMITTER, 1));
        this.told = new ToldBlocks(genesis, 0, committer.key());
        this.registrationPort = freePort();
        this.routerPort = freePort();
        this.committerPort = freePort();
        this.registrationNode = node("registration", registrationPort, 0);
        this.routerNode = node("ordering", routerPort, 0);
        this.committerNode = node("committer", 0, committerPort);
        var settings = KafkaProperties.of(kafka.bootstrapServers());
        this.writer = new TopicWriter(settings, "test");
        this.clients = new PublicClients(StrictJson.mapper(), Duration.ofMinutes(2), Duration.ofMinutes(2));
        for (int id = 1; id <= endorsers; id++) {
            databases.add(PostgresUnderTest.start("endorser"));
            apiPorts.put(id, freePort());
            internalPorts.put(id, freePort());
        }
        kafka.createTopic(Topics.ENROLLMENTS, 1);
        kafka.createTopic(Topics.STATUSES, 1);
    }

    private NetworkPlan plan() {
        NetworkPlan demo = NetworkPlan.demo("test-net");
        List<Namespace> namespaces = new ArrayList<>(demo.rules().namespaces());
        hidden.values().forEach(payments -> namespaces.add(payments.namespace()));
        return new NetworkPlan(
                demo.name(),
                demo.ordering(),
                demo.endorsers(),
                demo.committers(),
                demo.officers(),
                demo.others(),
                new NetworkPlan.Rules(
                        namespaces, demo.rules().tiers(), demo.rules().limits()));
    }

    /// An issue and a payment in the currency of a model, for a treasury of bank 1.
    HiddenPayments.Story story(PrivacyModel model, OwnerKey treasury, long credentialEpoch) {
        return Objects.requireNonNull(hidden.get(model))
                .story(genesis, treasury, List.of(officer(1), officer(2)), credentialEpoch);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private ConfigurableApplicationContext node(String role, int internalPort, int apiPort) {
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

    /// A setting of all endorsers started from now on.
    EndorserCluster with(String setting) {
        extra.add("--" + setting);
        return this;
    }

    void start(int... ids) {
        for (int id : ids) {
            List<String> arguments = new ArrayList<>(List.of(
                    "--server.port=" + apiPorts.get(id),
                    "--florin.metrics.token=metrics-of-a-test",
                    "--server.address=127.0.0.1",
                    "--florin.network.directory=" + directory,
                    "--florin.node.id=" + id,
                    "--florin.internal.port=" + internalPorts.get(id),
                    "--florin.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                    // on a slow machine nobody is away because he is late
                    "--florin.endorser.gather.answer-within=60s",
                    "--florin.internal.connect-timeout=60s",
                    "--florin.internal.read-timeout=60s",
                    "--spring.datasource.url=" + database(id).jdbcUrl(),
                    "--spring.datasource.username=" + database(id).username(),
                    "--spring.datasource.password=" + database(id).password(),
                    "--florin.endpoints.registrations[0].id=1",
                    "--florin.endpoints.registrations[0].internal=https://127.0.0.1:" + registrationPort,
                    "--florin.endpoints.committers[0].id=1",
                    "--florin.endpoints.committers[0].api=http://127.0.0.1:" + committerPort,
                    "--florin.endpoints.ordering[0].id=1",
                    "--florin.endpoints.ordering[0].internal=https://127.0.0.1:" + routerPort));
            for (int peer = 1; peer <= endorsers; peer++) {
                arguments.add("--florin.endpoints.endorsers[" + (peer - 1) + "].id=" + peer);
                arguments.add("--florin.endpoints.endorsers[" + (peer - 1) + "].internal=https://127.0.0.1:"
                        + internalPorts.get(peer));
            }
            arguments.addAll(extra);
            contexts.put(
                    id,
                    FlorinService.runEmbedded(
                            EndorserApplication.class, "endorser-service", arguments.toArray(String[]::new)));
        }
    }

    void stop(int id) {
        ConfigurableApplicationContext context = contexts.remove(id);
        if (context != null) {
            context.close();
        }
    }

    /// Progress of a transaction at an endorser, whoever submitted it.
    TransactionProgress progress(int id, TransactionId transaction) {
        return Objects.requireNonNull(contexts.get(id))
                .getBean(TransactionStore.class)
                .progress(transaction)
                .orElseThrow();
    }

    PostgresUnderTest database(int id) {
        return databases.get(id - 1);
    }

    Genesis genesis() {
        return genesis;
    }

    NetworkId networkId() {
        return genesis.networkId();
    }

    URI api(int id) {
        return URI.create("http://127.0.0.1:" + apiPorts.get(id));
    }

    EndorserApi endorser(int id) {
        return clients.proxy(EndorserApi.class, api(id));
    }

    /// Registration signs the next record and keeps it; the topic has it too unless it is lost.
    synchronized RegistrationRecord register(RegistrationEvent event, boolean lost) throws Exception {
        RegistrationRecord signed = sign(lastRecord + 1, event);
        lastRecord = signed.sequence();
        registrationNode
                .getBean(FakeNode.Memory.class)
                .addRecord(Base64.getEncoder().encodeToString(signed.encode()));
        if (!lost) {
            publishRecord(signed.encode());
        }
        return signed;
    }

    /// The number of registration's last record.
    long lastRecord() {
        return lastRecord;
    }

    RegistrationRecord sign(long sequence, RegistrationEvent event) {
        long nowMillis = System.currentTimeMillis();
        byte[] message = RegistrationRecord.signedMessage(networkId(), sequence, nowMillis, event);
        return new RegistrationRecord(
                sequence, nowMillis, event, registration.key().sign(message));
    }

    void publishRecord(byte[] value) throws Exception {
        write(Topics.ENROLLMENTS, value);
    }

    /// The committer signs the next block's statuses for the topic.
    void commit(SettledTransaction... transactions) throws Exception {
        write(Topics.STATUSES, next(transactions).statuses().encode());
    }

    /// Any bytes under the committers' topic.
    void publishStatuses(byte[] value) throws Exception {
        write(Topics.STATUSES, value);
    }

    /// A checkpoint that is not that of the next block, with the committer's signature.
    BlockStatuses signed(Checkpoint checkpoint, TransactionOutcome... outcomes) {
        return new BlockStatuses(
                checkpoint, List.of(outcomes), 0, committer.key().sign(checkpoint.signedMessage()));
    }

    /// The committer's memory and its answers.
    FakeNode.Memory committer() {
        return committerNode.getBean(FakeNode.Memory.class);
    }

    /// The committer signs the next block and answers for it, while the topic stays silent.
    void commitWithoutTopic(long configurationVersion, SettledTransaction... transactions) {
        BlockResult result = next(transactions);
        BlockStatuses statuses = result.statuses();
        Checkpoint checkpoint = statuses.checkpoint();
        FakeNode.Memory memory = committer();
        List<Bytes32> leaves = statuses.outcomes().stream()
                .map(outcome -> MerkleTree.leafHash(outcome.encode()))
                .toList();
        for (TransactionOutcome outcome : statuses.outcomes()) {
            var receipt = new Receipt(
                    outcome,
                    MerkleTree.path(leaves, (int) outcome.index()),
                    checkpoint,
                    List.of(new Receipt.CommitterSignature(0, statuses.signature())));
            memory.addReceipt(outcome.id().orElseThrow().toHex(), receipt.encode());
        }
        String zeros = Bytes32.ZERO.toHex();
        memory.reach(
                new CommitterApi.LedgerHead(
                        networkId().toHex(), checkpoint.number(), zeros, zeros, configurationVersion),
                result);
    }

    private BlockResult next(SettledTransaction... transactions) {
        told.add(transactions);
        return told.results(told.height(), 1).getFirst();
    }

    /// An endorser's internal port as another node of the network sees it.
    EndorserInternalApi internal(int endorser, Peer caller) {
        NodeIdentity identity = NodeIdentity.load(directory, caller);
        return new InternalClients(identity.tls(), StrictJson.mapper(), Duration.ofMinutes(2), Duration.ofMinutes(2))
                .proxy(
                        EndorserInternalApi.class,
                        new Peer(NodeRole.ENDORSER, endorser),
                        URI.create("https://127.0.0.1:" + internalPorts.get(endorser)));
    }

    /// The key of an ordering party.
    NodeIdentity party(int id) {
        return NodeIdentity.load(directory, new Peer(NodeRole.ORDERING, id));
    }

    /// With the approval of the network's auditor.
    Submission audited(ClientTransaction transaction) {
        try (var auditor = NodeIdentity.load(directory, new Peer(NodeRole.AUDITOR, 1))) {
            byte[] message = AuditorApproval.message(transaction.header(), transaction.id());
            return new Submission(
                    transaction,
                    Optional.of(new AuditorApproval(0, auditor.key().sign(message))));
        }
    }

    Ed25519KeyPair officer(int number) {
        return NetworkMaterial.officerKey(directory, number);
    }

    void stopKafka() {
        if (!kafkaStopped) {
            kafkaStopped = true;
            kafka.close();
        }
    }

    private void write(String topic, byte[] value) throws Exception {
        var event = new CloudEvent("test", "test", URI.create("florin://test-net/test/1"));
        writer.write(topic, Topics.ONLY_PARTITION, Bytes.EMPTY, value, event)
                .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    void stopRegistration() {
        registrationNode.close();
    }

    /// Bundles that a router took directly.
    List<byte[]> direct() {
        return routerNode.getBean(FakeNode.Memory.class).bundles();
    }

    /// The bundles that a party's topic has now, byte by byte.
    List<byte[]> topic(int party) {
        return records(party).stream().map(ConsumerRecord::value).toList();
    }

    /// All records that a party's topic has now.
    List<ConsumerRecord<byte[], byte[]>> records(int party) {
        var settings = new Properties();
        settings.put("bootstrap.servers", kafka.bootstrapServers());
        // closing waits for the fetch that is under way
        settings.put("fetch.max.wait.ms", "10");
        var topic = new TopicPartition(Topics.transactions(party), 0);
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(topic));
            consumer.seekToBeginning(List.of(topic));
            long end = consumer.endOffsets(List.of(topic)).getOrDefault(topic, 0L);
            while (consumer.position(topic) < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        return records;
    }

    @Override
    public void close() {
        List.copyOf(contexts.keySet()).forEach(this::stop);
        registrationNode.close();
        routerNode.close();
        committerNode.close();
        clients.close();
        writer.close();
        stopKafka();
        databases.forEach(PostgresUnderTest::close);
        registration.close();
        committer.close();
    }
}
