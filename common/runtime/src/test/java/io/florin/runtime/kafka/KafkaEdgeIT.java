package io.florin.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.runtime.Failure;
import io.florin.runtime.observability.TraceContext;
import io.florin.testkit.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;
import org.springframework.util.unit.DataSize;

/// The Kafka edge against a real broker in this JVM.
@Timeout(600)
class KafkaEdgeIT {
    private static final CloudEvent EVENT = new CloudEvent("e-1", "io.florin.test.v1", URI.create("florin://t/bank/1"));

    private static EmbeddedKafkaKraftBroker broker;
    private static KafkaProperties kafka;

    @BeforeAll
    static void start() {
        broker = new EmbeddedKafkaKraftBroker(1, 1);
        broker.afterPropertiesSet();
        kafka = KafkaProperties.of(broker.getBrokersAsString());
    }

    @AfterAll
    static void stop() {
        broker.destroy();
    }

    @Test
    void carriesBlocksInOrderWithTheirTrace() throws Exception {
        String topic = newTopic(Topics.blocksSpec(1));
        var trace = TraceContext.create();
        try (var writer = new TopicWriter(kafka, "writer")) {
            try (var _ = trace.open()) {
                for (int number = 0; number < 1200; number++) {
                    writer.write(topic, 0, Topics.blockKey(number), text("block " + number), EVENT);
                }
            }
            writer.flush();
            List<TopicRecord> read = new CopyOnWriteArrayList<>();
            try (var _ = reader(topic, 0, read::addAll, new Faults())) {
                await().atMost(Patience.LIMIT).until(() -> read.size() == 1200);
            }
            for (int number = 0; number < 1200; number++) {
                assertThat(read.get(number).offset()).isEqualTo(number);
                assertThat(read.get(number).value()).isEqualTo(text("block " + number));
                assertThat(Bytes.of(read.get(number).key())).isEqualTo(Topics.blockKey(number));
            }
            TopicRecord first = read.getFirst();
            assertThat(first.trace())
                    .hasValueSatisfying(carried -> assertThat(carried.traceId()).isEqualTo(trace.traceId()));
            assertThat(first.header("ce_id")).hasValue("e-1");
            assertThat(first.header("ce_type")).hasValue("io.florin.test.v1");
            assertThat(first.header("ce_source")).hasValue("florin://t/bank/1");
            assertThat(first.header("ce_specversion")).hasValue("1.0");
        }
    }

    @Test
    void carriesARecordOfAMegabyte() throws Exception {
        String topic =
                newTopic(new TopicSpec("megabyte", 1, Topics.blocksSpec(9).settings()));
        byte[] large = new byte[1_500_000];
        try (var writer = new TopicWriter(kafka, "writer")) {
            writer.write(topic, Topics.blockKey(0), large, EVENT).get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
            List<TopicRecord> read = new CopyOnWriteArrayList<>();
            try (var _ = reader(topic, 0, read::addAll, new Faults())) {
                await().atMost(Patience.LIMIT).until(() -> read.size() == 1);
            }
            assertThat(read.getFirst().value()).hasSize(large.length);
        }
    }

    @Test
    void goesOnFromThePositionOfItsReader() throws Exception {
        String topic = newTopic(new TopicSpec("positions", 1, Map.of()));
        fill(topic, 10);
        List<TopicRecord> read = new CopyOnWriteArrayList<>();
        try (var reader = reader(topic, 7, read::addAll, new Faults())) {
            await().atMost(Patience.LIMIT).until(() -> read.size() == 3);
            await().atMost(Patience.LIMIT).until(() -> reader.lag().orElse(-1) == 0);
        }
        assertThat(read.stream().map(TopicRecord::offset)).containsExactly(7L, 8L, 9L);
    }

    @Test
    void repeatsABatchWhoseHandlerFailedAndSkipsNothing() throws Exception {
        String topic = newTopic(new TopicSpec("failures", 1, Map.of()));
        fill(topic, 100);
        var stored = new AtomicLong();
        var tries = new AtomicInteger();
        List<Long> effects = new CopyOnWriteArrayList<>();
        var faults = new Faults();
        var source = new TopicPartition(topic, 0);
        var reader = new OrderedTopicReader(
                small(10),
                "failing",
                source,
                stored::get,
                batch -> {
                    if (tries.incrementAndGet() % 2 == 1) {
                        throw new IOException("the database is away");
                    }
                    batch.forEach(message -> effects.add(message.offset()));
                    stored.set(batch.getLast().offset() + 1);
                },
                faults);
        try (var _ = reader.start()) {
            await().atMost(Patience.LIMIT).until(() -> effects.size() >= 100);
        }
        List<Long> expected = new ArrayList<>();
        for (long offset = 0; offset < 100; offset++) {
            expected.add(offset);
        }
        assertThat(effects).containsExactlyElementsOf(expected);
        assertThat(faults.bug.get()).isNull();
    }

    @Test
    void stopsForGoodOnABug() throws Exception {
        String topic = newTopic(new TopicSpec("bugs", 1, Map.of()));
        fill(topic, 1);
        var calls = new AtomicInteger();
        var faults = new Faults();
        try (var reader = reader(
                topic,
                0,
                batch -> {
                    calls.incrementAndGet();
                    throw new IllegalStateException("invariant");
                },
                faults)) {
            await().atMost(Patience.LIMIT).until(() -> faults.bug.get() != null && !reader.isRunning());
        }
        assertThat(faults.bug.get()).hasMessage("invariant");
        assertThat(calls).hasValue(1);
    }

    @Test
    void stopsForGoodWhenItsPositionIsNotThere() throws Exception {
        String topic = newTopic(new TopicSpec("lost", 1, Map.of()));
        fill(topic, 3);
        var faults = new Faults();
        try (var _ = reader(topic, 1000, _ -> {}, faults)) {
            await().atMost(Patience.LIMIT).until(() -> faults.bug.get() != null);
        }
        assertThat(faults.bug.get()).hasMessageContaining("position is not in the topic");
    }

    @Test
    void goesOnAtTheFirstRecordWhereAGapDoesNoHarm() throws Exception {
        String topic = newTopic(new TopicSpec("made-anew", 1, Map.of()));
        fill(topic, 3);
        List<TopicRecord> read = new CopyOnWriteArrayList<>();
        var faults = new Faults();
        var reader = new OrderedTopicReader(
                        kafka, "bearing-gaps", new TopicPartition(topic, 0), () -> 1000, read::addAll, faults)
                .goingOnAtTheFirstRecord();
        try (var _ = reader.start()) {
            await().atMost(Patience.LIMIT).until(() -> read.size() == 3);
        }
        assertThat(faults.bug.get()).isNull();
    }

    @Test
    void waitsForATopicThatComesLater() throws Exception {
        List<TopicRecord> read = new CopyOnWriteArrayList<>();
        try (var _ = reader("later", 0, read::addAll, new Faults())) {
            newTopic(new TopicSpec("later", 1, Map.of()));
            fill("later", 2);
            await().atMost(Patience.LIMIT).until(() -> read.size() == 2);
        }
    }

    /// All that a client may be told to wait for lasts an hour here, so whoever waited for the broker would still.
    @Test
    void aStartWaitsForNoBroker() throws Exception {
        KafkaProperties away = waiting("127.0.0.1:" + freePort(), Duration.ofHours(1), Duration.ofHours(1));
        CompletableFuture.runAsync(
                        () -> {
                            var writer = new TopicWriter(away, "first-writer");
                            var creator = TopicCreator.start(away, List.of(new TopicSpec("first", 1, Map.of())));
                            var reader = new OrderedTopicReader(
                                            away,
                                            "first-reader",
                                            new TopicPartition("first", 0),
                                            () -> 0L,
                                            _ -> {},
                                            new Faults())
                                    .start();
                            assertThat(creator.done()).isNotDone();
                            assertThat(reader.isRunning()).isTrue();
                            reader.close();
                            creator.close();
                            writer.close();
                        },
                        Thread::startVirtualThread)
                .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void startsWithoutABrokerAndWorksOnceItIsThere() throws Exception {
        int port = freePort();
        KafkaProperties away = patient("127.0.0.1:" + port);
        List<TopicRecord> read = new CopyOnWriteArrayList<>();
        try (var writer = new TopicWriter(away, "early-writer");
                var creator = TopicCreator.start(away, List.of(new TopicSpec("early", 1, Map.of())));
                var reader = new OrderedTopicReader(
                                away,
                                "early-reader",
                                new TopicPartition("early", 0),
                                () -> 0L,
                                read::addAll,
                                new Faults())
                        .start()) {
            assertThatThrownBy(() -> writer.write("early", Topics.blockKey(0), text("lost"), EVENT)
                            .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .hasCauseInstanceOf(Failure.class);
            assertThat(reader.lag()).isEmpty();
            assertThat(creator.done()).isNotDone();
            try (var _ = Forwarder.open(port, brokerPort())) {
                creator.done().get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
                await().atMost(Patience.LIMIT)
                        .ignoreExceptions()
                        .until(() -> writer.write("early", Topics.blockKey(1), text("taken"), EVENT)
                                        .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)
                                != null);
                await().atMost(Patience.LIMIT).until(() -> !read.isEmpty());
            }
        }
        assertThat(read.getFirst().value()).isEqualTo(text("taken"));
    }

    @Test
    void leavesTopicsThatExist() throws Exception {
        newTopic(new TopicSpec("twice", 1, Map.of()));
        fill("twice", 1);
        newTopic(new TopicSpec("twice", 3, Map.of()));
        try (var writer = new TopicWriter(kafka, "again")) {
            assertThat(writer.write("twice", 0, Topics.blockKey(1), text("record 1"), EVENT)
                            .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo(new TopicWriter.Written(0, 1));
        }
        List<TopicRecord> read = new CopyOnWriteArrayList<>();
        try (var _ = reader("twice", 0, read::addAll, new Faults())) {
            await().atMost(Patience.LIMIT).until(() -> read.size() == 2);
        }
        assertThat(read.stream().map(TopicRecord::value)).containsExactly(text("record 0"), text("record 1"));
    }

    @Test
    void startsThoughTheBrokersNameIsUnknown() throws Exception {
        KafkaProperties nowhere = KafkaProperties.of("no-such-host.invalid:9092");
        var faults = new Faults();
        try (var writer = new TopicWriter(nowhere, "nowhere");
                var reader = new OrderedTopicReader(
                                nowhere, "nowhere", new TopicPartition("x", 0), () -> 0L, _ -> {}, faults)
                        .start()) {
            assertThatThrownBy(() -> writer.write("x", Bytes.EMPTY, new byte[0], EVENT)
                            .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .hasCauseInstanceOf(Failure.class);
            assertThat(reader.isRunning()).isTrue();
            assertThat(faults.bug.get()).isNull();
        }
    }

    private static String newTopic(TopicSpec spec) throws Exception {
        try (var creator = TopicCreator.start(kafka, List.of(spec))) {
            creator.done().get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
        return spec.name();
    }

    private static void fill(String topic, int records) throws Exception {
        try (var writer = new TopicWriter(kafka, "filler")) {
            for (int i = 0; i < records; i++) {
                writer.write(topic, 0, Topics.blockKey(i), text("record " + i), EVENT)
                        .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
        }
    }

    private static OrderedTopicReader reader(
            String topic, long position, OrderedTopicReader.BatchHandler handler, Faults faults) {
        return new OrderedTopicReader(
                        kafka, "reader-" + topic, new TopicPartition(topic, 0), () -> position, handler, faults)
                .start();
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static KafkaProperties small(int batchRecordsMax) {
        return new KafkaProperties(
                kafka.bootstrapServers(),
                1,
                Duration.ofSeconds(2),
                Duration.ofSeconds(30),
                DataSize.ofMegabytes(1),
                Duration.ZERO,
                batchRecordsMax,
                DataSize.ofMegabytes(1),
                Duration.ofMillis(100),
                Map.of());
    }

    private static KafkaProperties patient(String bootstrapServers) {
        return waiting(bootstrapServers, Duration.ofMillis(500), Duration.ofSeconds(30));
    }

    private static KafkaProperties waiting(String bootstrapServers, Duration forTheBroker, Duration forDelivery) {
        return new KafkaProperties(
                bootstrapServers,
                1,
                forTheBroker,
                forDelivery,
                DataSize.ofMegabytes(1),
                Duration.ZERO,
                100,
                DataSize.ofMegabytes(1),
                forTheBroker,
                Map.of());
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static int brokerPort() {
        String[] address = broker.getBrokersAsString().split(",")[0].split(":");
        return Integer.parseInt(address[address.length - 1]);
    }

    private static final class Faults implements io.florin.runtime.service.FaultHandler {
        private final AtomicReference<Throwable> bug = new AtomicReference<>();

        @Override
        public void stopped(String component, Throwable met) {
            bug.set(met);
        }
    }

    /// Opens a port and passes everything on to another: a broker that appears.
    private record Forwarder(ServerSocket server) implements AutoCloseable {

        static Forwarder open(int port, int target) throws IOException {
            var server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
            Thread.ofVirtual().start(() -> {
                while (!server.isClosed()) {
                    try {
                        Socket from = server.accept();
                        Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
                        pump(from, to);
                        pump(to, from);
                    } catch (IOException closed) {
                        return;
                    }
                }
            });
            return new Forwarder(server);
        }

        private static void pump(Socket from, Socket to) {
            Thread.ofVirtual().start(() -> {
                try (from;
                        to) {
                    from.getInputStream().transferTo(to.getOutputStream());
                } catch (IOException closed) {
                    Thread.currentThread().interrupt();
                }
            });
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
