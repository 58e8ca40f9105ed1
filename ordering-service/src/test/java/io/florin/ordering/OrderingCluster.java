package io.florin.ordering;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.identity.NetworkMaterial;
import io.florin.identity.NetworkPlan;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.block.Block;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.config.Genesis;
import io.florin.ordering.chain.adapter.ChainLoop;
import io.florin.ordering.consenter.bftsmart.adapter.BftSmartConsensus;
import io.florin.ordering.link.adapter.PartyLinks;
import io.florin.ordering.protocol.BlockStore;
import io.florin.runtime.api.OrderingInternalApi;
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
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.springframework.context.ConfigurableApplicationContext;

/// Four parties in one JVM, each a whole service, with one Kafka and the network's real keys.
final class OrderingCluster implements AutoCloseable {
    static final List<Integer> PARTIES = List.of(1, 2, 3, 4);

    private static final SecureRandom PORTS = new SecureRandom();
    private static final Executor STARTERS =
            start -> Thread.ofPlatform().daemon().start(start);

    /// Waits of seconds that only the clock decides, cut to what a test has.
    private static final List<String> QUICK = List.of(
            "--florin.ordering.chain.beat=250ms",
            "--florin.ordering.chain.silent=2s",
            "--florin.ordering.chain.settle=500ms",
            "--florin.ordering.chain.dead-group=1s",
            "--florin.ordering.chain.gate=1s",
            "--florin.ordering.chain.rejoin=500ms",
            "--florin.ordering.consensus.timeout=1s",
            "--florin.ordering.stand-in=1s");

    private final Path directory;
    private final Genesis genesis;
    private final KafkaUnderTest kafka = KafkaUnderTest.start();
    private final Map<Integer, Integer> internalPorts = new TreeMap<>();
    private final Map<Integer, Integer> consensusPorts = new TreeMap<>();
    private final Map<Integer, ConfigurableApplicationContext> contexts = new LinkedHashMap<>();
    private final Map<Integer, Path> disks = new TreeMap<>();
    private final List<String> extra;
    private final TopicWriter writer;
    private final NodeIdentity endorser;
    private final InternalClients clients;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Random random = new Random(1);
    private boolean kafkaStopped;
    private int written;
    private int copies;

    OrderingCluster(Path directory, String... settings) throws IOException {
        this.directory = directory;
        this.genesis = NetworkMaterial.create(
                NetworkPlan.demo("test-net"), directory.resolve("network"), new SecureRandom(), Instant.now());
        this.extra = List.of(settings);
        this.writer = new TopicWriter(KafkaProperties.of(kafka.bootstrapServers()), "test");
        this.endorser = NodeIdentity.load(directory.resolve("network"), new Peer(NodeRole.ENDORSER, 1));
        this.clients = new InternalClients(endorser.tls(), StrictJson.mapper(), Patience.LIMIT, Patience.LIMIT);
        for (int party : PARTIES) {
            internalPorts.put(party, freePort());
            consensusPorts.put(party, freePort());
            disks.put(party, directory.resolve("party-" + party));
        }
    }

    /// Below the ports that the system gives to outgoing connections, which would take it before its party starts.
    private int freePort() throws IOException {
        while (true) {
            int port = 12_000 + PORTS.nextInt(18_000);
            try (var socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (BindException taken) {
                continue;
            }
        }
    }

    /// All at the same time, as processes would be.
    void start(List<Integer> parties) {
        Map<Integer, CompletableFuture<ConfigurableApplicationContext>> starting = new LinkedHashMap<>();
        parties.forEach(party -> starting.put(party, CompletableFuture.supplyAsync(() -> context(party), STARTERS)));
        starting.forEach((party, context) -> contexts.put(party, context.join()));
    }

    private ConfigurableApplicationContext context(int party) {
        return FlorinService.runEmbedded(OrderingApplication.class, OrderingApplication.CONFIG, arguments(party));
    }

    private String[] arguments(int party) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--florin.network.directory=" + directory.resolve("network"),
                "--florin.node.id=" + party,
                "--florin.internal.port=" + internalPorts.get(party),
                "--florin.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                "--florin.ordering.data-directory=" + disks.get(party)));
        QUICK.stream().filter(setting -> !isSetAnew(setting)).forEach(arguments::add);
        for (int other : PARTIES) {
            String consensus = "--florin.ordering.consensus.parties[" + (other - 1) + "].";
            String endpoint = "--florin.endpoints.ordering[" + (other - 1) + "].";
            arguments.add(consensus + "id=" + other);
            arguments.add(consensus + "host=127.0.0.1");
            arguments.add(consensus + "port=" + consensusPorts.get(other));
            arguments.add(endpoint + "id=" + other);
            arguments.add(endpoint + "internal=https://127.0.0.1:" + internalPorts.get(other));
        }
        arguments.addAll(extra);
        return arguments.toArray(String[]::new);
    }

    private boolean isSetAnew(String setting) {
        String key = setting.substring(0, setting.indexOf('=') + 1);
        return extra.stream().anyMatch(other -> other.startsWith(key));
    }

    void stop(List<Integer> parties) {
        List<CompletableFuture<Void>> stopping = new ArrayList<>();
        for (int party : parties) {
            ConfigurableApplicationContext context = contexts.remove(party);
            if (context != null) {
                stopping.add(CompletableFuture.runAsync(context::close, STARTERS));
            }
        }
        stopping.forEach(CompletableFuture::join);
    }

    /// From now on nobody answers where the broker was.
    void stopKafka() {
        if (!kafkaStopped) {
            kafkaStopped = true;
            kafka.close();
        }
    }

    /// From one moment to the next the party says nothing more to anybody, as after the death of its process; what is
    /// left of it is to be stopped later.
    void crash(int party) {
        bean(party, BftSmartConsensus.class).close();
        bean(party, PartyLinks.class).close();
        bean(party, ChainLoop.class).close();
    }

    /// Ends parties in the middle of their work: their chains stop wherever they are, with signatures under way, and
    /// what their disks hold then is what the next start finds. Only after that is the rest of them closed, on the old
    /// disk.
    void kill(List<Integer> parties) throws IOException {
        parties.forEach(party -> bean(party, ChainLoop.class).close());
        for (int party : parties) {
            Path before = Objects.requireNonNull(disks.get(party));
            Path copy = directory.resolve("party-" + party + "-" + ++copies);
            copy(before, copy);
            disks.put(party, copy);
        }
        stop(parties);
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(from)) {
            files = found.toList();
        }
        for (Path file : files) {
            Path target = to.resolve(from.relativize(file).toString());
            if (Files.isDirectory(file)) {
                Files.createDirectories(target);
            } else {
                Files.copy(file, target);
            }
        }
    }

    /// The status code of a health group.
    int health(int party, String group) throws IOException, InterruptedException {
        var environment = Objects.requireNonNull(contexts.get(party)).getEnvironment();
        String port = environment.getRequiredProperty("local.server.port");
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator/health/" + group))
                .timeout(Patience.LIMIT)
                .build();
        return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    double gauge(int party, String name) {
        return bean(party, MeterRegistry.class).get(name).gauge().value();
    }

    <T> T bean(int party, Class<T> type) {
        return Objects.requireNonNull(contexts.get(party)).getBean(type);
    }

    BlockStore blocks(int party) {
        return bean(party, BlockStore.class);
    }

    Genesis genesis() {
        return genesis;
    }

    OrderingInternalApi party(int party) {
        return clients.proxy(
                OrderingInternalApi.class,
                new Peer(NodeRole.ORDERING, party),
                URI.create("https://127.0.0.1:" + internalPorts.get(party)));
    }

    /// Bundles of good form, as endorsers would publish them.
    List<Bundle> bundles(int count) {
        List<Bundle> bundles = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] transaction = new byte[250];
            byte[] signature = new byte[Bundle.SIGNATURE_SIZE];
            random.nextBytes(transaction);
            random.nextBytes(signature);
            bundles.add(new Bundle(
                    new NamespaceId(1), 1, 1, List.of(Bytes.of(transaction)), List.of(), Bytes.of(signature)));
        }
        return bundles;
    }

    /// Puts bundles into the topics of all parties.
    void publish(List<Bundle> bundles) throws Exception {
        for (Bundle bundle : bundles) {
            byte[] value = bundle.encode();
            for (int party : PARTIES) {
                writer.write(
                                Topics.transactions(party),
                                Topics.bundleKey(bundle.root()),
                                value,
                                new CloudEvent(Integer.toString(written++), "test", URI.create("florin://test")))
                        .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
        }
    }

    static List<Bytes32> digests(List<Bundle> bundles) {
        return bundles.stream().map(bundle -> Bundle.digestOf(bundle.encode())).toList();
    }

    /// The chain of one party's store, from the first block on.
    List<Block> chain(int party) {
        List<Block> chain = new ArrayList<>();
        BlockStore blocks = blocks(party);
        for (long number = 1; number <= blocks.head().number(); number++) {
            chain.add(blocks.block(number).orElseThrow());
        }
        return chain;
    }

    /// The blocks in a party's topic, in their order there.
    List<Block> topic(int party) {
        var settings = new Properties();
        settings.put("bootstrap.servers", kafka.bootstrapServers());
        settings.put("allow.auto.create.topics", "false");
        var partition = new TopicPartition(Topics.blocks(party), Topics.ONLY_PARTITION);
        List<Block> blocks = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (consumer.position(partition) < end) {
                for (ConsumerRecord<byte[], byte[]> block : consumer.poll(Duration.ofMillis(200))) {
                    blocks.add(Block.decode(block.value()));
                }
            }
        }
        return blocks;
    }

    @Override
    public void close() {
        stop(List.copyOf(contexts.keySet()));
        http.close();
        clients.close();
        writer.close();
        stopKafka();
        endorser.close();
    }
}
