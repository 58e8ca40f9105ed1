package io.florin.testnodes;

import io.florin.committer.CommitterApplication;
import io.florin.crypto.Bytes;
import io.florin.doubles.node.NetworkDirectory;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.block.Block;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterInternalApi;
import io.florin.runtime.http.PublicClients;
import io.florin.runtime.http.SignedAnswerCheck;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.InternalPort;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.kafka.CloudEvent;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.TopicWriter;
import io.florin.runtime.kafka.Topics;
import io.florin.runtime.service.FlorinService;
import io.florin.testkit.KafkaUnderTest;
import io.florin.testkit.Patience;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/// A committer service with a directory of its own, two ordering parties, an endorser and Kafka.
public final class CommitterUnderTest implements AutoCloseable {

    private static final CloudEvent EVENT =
            new CloudEvent("e-1", "io.florin.test.v1", URI.create("florin://test/ordering/1"));

    /// A source is left when it is behind what others claim, gives what is wrong, or cannot go on, but not for silence:
    /// here each topic and store has blocks of its own. A committer that hears no heads for a while, because they come
    /// late, would leave the only topic with blocks and, once it hears that others have none, never look there again.
    private static final String NEVER = "1d";

    private final Path directory;
    private final KafkaUnderTest kafka;
    private final Neighbours neighbours;
    private final TopicWriter writer;
    private final PublicClients clients = new PublicClients(new JsonMapper(), Patience.LIMIT, Patience.LIMIT);
    private @Nullable ConfigurableApplicationContext service;

    /// The nodes that a committer talks to: ordering parties 1 and 2 and endorser 1.
    public record Neighbours(Path network, PeerNode first, PeerNode second, PeerNode endorser)
            implements AutoCloseable {

        public static Neighbours start(TestNetwork testNetwork, Path directory) throws IOException {
            Path network = NetworkDirectory.of(testNetwork, directory.resolve("network"));
            return new Neighbours(
                    network, PeerNode.party(network, 1), PeerNode.party(network, 2), PeerNode.endorser(network, 1));
        }

        public void clear() {
            first.clear();
            second.clear();
            endorser.clear();
        }

        @Override
        public void close() {
            first.close();
            second.close();
            endorser.close();
        }
    }

    /// The broker may be one that other tests used before; its topics are empty from here on.
    public CommitterUnderTest(Neighbours neighbours, KafkaUnderTest kafka, Path directory) throws Exception {
        this.neighbours = neighbours;
        this.directory = directory;
        this.kafka = kafka;
        kafka.startOver(List.of(Topics.blocks(1), Topics.blocks(2), Topics.blocks(3), Topics.STATUSES));
        writer = new TopicWriter(KafkaProperties.of(kafka.bootstrapServers()), "test");
    }

    public CommitterUnderTest start() {
        service = FlorinService.runEmbedded(
                CommitterApplication.class,
                "committer-service",
                "--server.port=0",
                "--florin.metrics.token=metrics-of-a-test",
                "--server.address=127.0.0.1",
                "--florin.network.directory=" + neighbours.network(),
                "--florin.node.id=1",
                "--florin.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                "--florin.committer.directory=" + directory,
                "--florin.committer.intake.behind=600ms",
                "--florin.committer.intake.pause=20ms",
                "--florin.committer.intake.tick=50ms",
                "--florin.committer.intake.head-every=100ms",
                "--florin.committer.intake.silent=" + NEVER,
                "--florin.committer.intake.return-after=60s",
                "--florin.committer.reconciliation.attempts=3",
                "--florin.committer.reconciliation.pause=50ms",
                "--florin.endpoints.ordering[0].id=1",
                "--florin.endpoints.ordering[0].internal=" + neighbours.first().internal(),
                "--florin.endpoints.ordering[1].id=2",
                "--florin.endpoints.ordering[1].internal=" + neighbours.second().internal(),
                "--florin.endpoints.endorsers[0].id=1",
                "--florin.endpoints.endorsers[0].internal="
                        + neighbours.endorser().internal());
        return this;
    }

    public void stop() {
        ConfigurableApplicationContext running = service;
        if (running != null) {
            running.close();
            service = null;
        }
    }

    private ConfigurableApplicationContext running() {
        ConfigurableApplicationContext running = service;
        if (running == null) {
            throw new IllegalStateException("the committer is not running");
        }
        return running;
    }

    /// Writes a block to a party's topic as its assembler does.
    public void publish(int party, Block block) throws Exception {
        publish(party, block.header().number(), block.encode());
    }

    /// Writes any bytes to a party's topic under a number.
    public void publish(int party, long number, byte[] bytes) throws Exception {
        writer.write(Topics.blocks(party), Topics.ONLY_PARTITION, Topics.blockKey(number), bytes, EVENT)
                .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    public void publishWithoutNumber(int party, byte[] bytes) throws Exception {
        writer.write(Topics.blocks(party), Topics.ONLY_PARTITION, Bytes.EMPTY, bytes, EVENT)
                .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    /// As a bank asks it: what the committer has not signed is no answer.
    public CommitterApi api() {
        NodeIdentity bank = NodeIdentity.load(neighbours.network(), new Peer(NodeRole.BANK, 1));
        URI base = URI.create(base());
        return clients.proxy(CommitterApi.class, base, SignedAnswerCheck.of(base, bank.genesis()));
    }

    public String base() {
        return "http://127.0.0.1:" + running().getEnvironment().getRequiredProperty("local.server.port");
    }

    /// Reconciliation's state as an auditor sees it.
    public CommitterInternalApi reconciliation() {
        NodeIdentity auditor = NodeIdentity.load(neighbours.network(), new Peer(NodeRole.AUDITOR, 1));
        InternalClients internal = new InternalClients(auditor.tls(), new JsonMapper(), Patience.LIMIT, Patience.LIMIT);
        URI address = URI.create(
                "https://127.0.0.1:" + running().getBean(InternalPort.class).value());
        return internal.proxy(CommitterInternalApi.class, new Peer(NodeRole.COMMITTER, 1), address);
    }

    public MeterRegistry metrics() {
        return running().getBean(MeterRegistry.class);
    }

    /// The value of a counter with a reason; 0 when it was never counted.
    public double counted(String name, String reason) {
        var counter = metrics().find(name).tag("reason", reason).counter();
        return counter == null ? 0 : counter.count();
    }

    @Override
    public void close() {
        stop();
        writer.close();
        clients.close();
    }
}
