package io.florin.ordering.publisher.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.ledger.block.Block;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ordering.blockstore.adapter.BlockFiles;
import io.florin.ordering.protocol.PublishedPosition;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.kafka.CloudEvent;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.TopicWriter;
import io.florin.runtime.kafka.Topics;
import io.florin.testkit.KafkaUnderTest;
import io.florin.testkit.Patience;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockPublisherIT {
    private static final Duration WAIT = Patience.LIMIT;
    private static final int FOREIGN = 40;
    private static final byte[] FOREIGN_KEY = {0};
    private static final Peer PARTY = new Peer(NodeRole.ORDERING, 1);

    private final TestNetwork network = new TestNetwork(1);
    private final TestChain chain = new TestChain(network);

    private boolean forgetful;

    @TempDir
    private Path directory;

    @Test
    void publishesWhatWaitedAndGoesOnBehindTheLastRecord() throws Exception {
        try (KafkaUnderTest kafka = KafkaUnderTest.start();
                var blocks = new BlockFiles(directory, network.networkId())) {
            append(blocks, 3);
            try (BlockPublisher publisher = publisher(kafka, blocks)) {
                publisher.start();
                await().during(Duration.ofSeconds(1)).atMost(Patience.LIMIT).until(() -> publisher.published() < 0);
                kafka.createTopic(Topics.blocks(1), 1);
                await().atMost(WAIT).until(() -> publisher.published() == 3);
                append(blocks, 1);
                publisher.blockStored();
                await().atMost(WAIT).until(() -> publisher.published() == 4);
            }
            append(blocks, 2);
            byte[] later = chain.blocks().get(5).encode();
            later[later.length - 1]++;
            foreign(kafka, new byte[0], new byte[] {1, 2, 3}, later);
            publishAll(kafka, blocks);
            assertThat(numbers(kafka))
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 6).boxed().toList());

            whoCopiesALaterBlockMakesNobodySkip(kafka, blocks);
            aTopicMadeAnewGetsAllBlocks(kafka, blocks);
        }
    }

    /// A certified block is no secret: whoever may write to the topic can put it there before its party does.
    private void whoCopiesALaterBlockMakesNobodySkip(KafkaUnderTest kafka, BlockFiles blocks) throws Exception {
        append(blocks, 4);
        foreign(kafka, chain.blocks().get(8).encode(), chain.blocks().get(9).encode());
        publishAll(kafka, blocks);
        assertThat(inOrder(kafka)).isEqualTo(10);

        // also when the party has forgotten how far it was
        append(blocks, 2);
        foreign(kafka, chain.blocks().get(11).encode());
        forgetful = true;
        publishAll(kafka, blocks);
        assertThat(inOrder(kafka)).isEqualTo(12);
        assertThat(numbers(kafka)).as("nothing is written twice").hasSize(12);
        forgetful = false;
    }

    private void aTopicMadeAnewGetsAllBlocks(KafkaUnderTest kafka, BlockFiles blocks) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) kafka.bootstrapServers()))) {
            admin.deleteTopics(List.of(Topics.blocks(1))).all().get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
            await().atMost(WAIT)
                    .until(() -> !admin.listTopics()
                            .names()
                            .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)
                            .contains(Topics.blocks(1)));
            kafka.createTopic(Topics.blocks(1), 1);
            // a writer waits for two seconds until the broker knows the topic: less than it may take a slow machine
            await().atMost(WAIT).ignoreExceptions().until(() -> hasLeader(admin));
        }
        foreign(kafka, chain.blocks().get(10).encode());
        publishAll(kafka, blocks);
        assertThat(inOrder(kafka)).isEqualTo(12);
    }

    private static boolean hasLeader(Admin admin) throws Exception {
        return admin
                .describeTopics(List.of(Topics.blocks(1)))
                .allTopicNames()
                .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)
                .values()
                .stream()
                .flatMap(topic -> topic.partitions().stream())
                .anyMatch(partition ->
                        partition.leader() != null && !partition.leader().isEmpty());
    }

    private void publishAll(KafkaUnderTest kafka, BlockFiles blocks) {
        try (BlockPublisher publisher = publisher(kafka, blocks)) {
            publisher.start();
            await().atMost(WAIT)
                    .until(() -> publisher.published() == blocks.head().number());
        }
    }

    /// More records of others than are read at once.
    private static void foreign(KafkaUnderTest kafka, byte[]... values) throws Exception {
        try (var writer = new TopicWriter(KafkaProperties.of(kafka.bootstrapServers()), "somebody")) {
            for (int i = 0; i < FOREIGN; i++) {
                writer.write(
                                Topics.blocks(1),
                                Topics.ONLY_PARTITION,
                                Bytes.of(FOREIGN_KEY),
                                values[i % values.length],
                                new CloudEvent(Integer.toString(i), "test", URI.create("florin://test")))
                        .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
        }
    }

    private BlockPublisher publisher(KafkaUnderTest kafka, BlockFiles blocks) {
        var positions = new BlockPublisher.Positions() {
            @Override
            public Optional<PublishedPosition> load() {
                return forgetful ? Optional.empty() : blocks.published();
            }

            @Override
            public void save(PublishedPosition position) {
                blocks.published(position);
            }
        };
        return new BlockPublisher(
                PARTY,
                "test-net",
                KafkaProperties.of(kafka.bootstrapServers()),
                blocks,
                positions,
                (component, bug) -> {
                    throw new AssertionError(component, bug);
                });
    }

    private void append(BlockFiles blocks, int count) {
        for (int i = 0; i < count; i++) {
            blocks.append(chain.appendEntries(List.of(Bytes.of(network.newBytes(100)))));
        }
    }

    /// Records that the party itself wrote.
    private static List<Long> numbers(KafkaUnderTest kafka) {
        List<Long> numbers = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> message : records(kafka)) {
            if (!Arrays.equals(message.key(), FOREIGN_KEY)) {
                numbers.add(Block.decode(message.value()).header().number());
                assertThat(Bytes.of(message.key())).isEqualTo(Topics.blockKey(numbers.getLast()));
            }
        }
        return numbers;
    }

    /// Height that a reader reaches who takes each block in its turn, whoever wrote it, and passes over everything
    /// else.
    private long inOrder(KafkaUnderTest kafka) {
        int read = 0;
        for (ConsumerRecord<byte[], byte[]> message : records(kafka)) {
            if (read < chain.blocks().size()
                    && Arrays.equals(message.value(), chain.blocks().get(read).encode())) {
                read++;
            }
        }
        return read;
    }

    private static List<ConsumerRecord<byte[], byte[]>> records(KafkaUnderTest kafka) {
        var partition = new TopicPartition(Topics.blocks(1), Topics.ONLY_PARTITION);
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        Map<String, Object> settings = Map.of("bootstrap.servers", kafka.bootstrapServers());
        try (var consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }
}
