package io.florin.ordering.publisher.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.ledger.block.Block;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ordering.blockstore.adapter.BlockFiles;
import io.florin.runtime.identity.NodeRole;
import io.florin.runtime.identity.Peer;
import io.florin.runtime.kafka.CloudEvent;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.TopicWriter;
import io.florin.runtime.kafka.Topics;
import io.florin.testkit.KafkaUnderTest;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockPublisherIT {
    private static final Duration WAIT = Duration.ofSeconds(60);
    private static final int FOREIGN = 40;
    private static final byte[] FOREIGN_KEY = {0};
    private static final Peer PARTY = new Peer(NodeRole.ORDERING, 1);

    private final TestNetwork network = new TestNetwork(1);
    private final TestChain chain = new TestChain(network);

    @TempDir
    private Path directory;

    @Test
    void publishesWhatWaitedAndGoesOnBehindTheLastRecord() throws Exception {
        try (KafkaUnderTest kafka = KafkaUnderTest.start();
                var blocks = new BlockFiles(directory, network.networkId())) {
            append(blocks, 3);
            try (BlockPublisher publisher = publisher(kafka, blocks)) {
                publisher.start();
                await().during(Duration.ofSeconds(1))
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> publisher.published() < 0);
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
            try (BlockPublisher publisher = publisher(kafka, blocks)) {
                publisher.start();
                await().atMost(WAIT).until(() -> publisher.published() == 6);
            }
            assertThat(numbers(kafka))
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 6).boxed().toList());
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
                        .get(10, TimeUnit.SECONDS);
            }
        }
    }

    private static BlockPublisher publisher(KafkaUnderTest kafka, BlockFiles blocks) {
        return new BlockPublisher(
                PARTY, "test-net", KafkaProperties.of(kafka.bootstrapServers()), blocks, (component, bug) -> {
                    throw new AssertionError(component, bug);
                });
    }

    private void append(BlockFiles blocks, int count) {
        for (int i = 0; i < count; i++) {
            blocks.append(chain.appendEntries(List.of(Bytes.of(network.newBytes(100)))));
        }
    }

    private static List<Long> numbers(KafkaUnderTest kafka) {
        var partition = new TopicPartition(Topics.blocks(1), Topics.ONLY_PARTITION);
        List<Long> numbers = new ArrayList<>();
        Map<String, Object> settings = Map.of("bootstrap.servers", kafka.bootstrapServers());
        try (var consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (consumer.position(partition) < end) {
                for (ConsumerRecord<byte[], byte[]> message : consumer.poll(Duration.ofMillis(200))) {
                    if (Arrays.equals(message.key(), FOREIGN_KEY)) {
                        continue;
                    }
                    numbers.add(Block.decode(message.value()).header().number());
                    assertThat(Bytes.of(message.key())).isEqualTo(Topics.blockKey(numbers.getLast()));
                }
            }
        }
        return numbers;
    }
}
