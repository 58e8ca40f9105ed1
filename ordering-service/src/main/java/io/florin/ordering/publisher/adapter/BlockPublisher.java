package io.florin.ordering.publisher.adapter;

import io.florin.crypto.Bytes;
import io.florin.ledger.block.Block;
import io.florin.ledger.codec.DecodeException;
import io.florin.ordering.protocol.BlockStore;
import io.florin.runtime.Failure;
import io.florin.runtime.identity.Peer;
import io.florin.runtime.kafka.CloudEvent;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.TopicCreator;
import io.florin.runtime.kafka.TopicSpec;
import io.florin.runtime.kafka.TopicWriter;
import io.florin.runtime.kafka.Topics;
import io.florin.runtime.service.FaultHandler;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes the store's blocks to the party's topic, in order and without a gap.
///
/// Where to go on is what the last record of the topic says, so nothing has to be remembered here. Each block is written
/// when the one before has been acknowledged: a write that fails may have happened, and with several on the way one could
/// be missing behind another. A block may be there twice; readers drop repeats. While the broker is away the ledger goes
/// on; blocks wait in the store.
public final class BlockPublisher implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BlockPublisher.class);
    private static final String TYPE = "io.florin.settlement.block.v1";
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final long WAKE_MILLIS = 500;
    private static final long FIRST_PAUSE_MILLIS = 200;
    private static final long PAUSE_MAX_MILLIS = 5_000;

    private final int party;
    private final URI source;
    private final KafkaProperties kafka;
    private final BlockStore blocks;
    private final FaultHandler faults;
    private final TopicWriter writer;
    private final Thread thread;
    private final Semaphore stored = new Semaphore(0);
    private volatile long published = -1;
    private volatile boolean closed;

    public BlockPublisher(Peer self, String network, KafkaProperties kafka, BlockStore blocks, FaultHandler faults) {
        this.party = self.id();
        this.source = self.uri(network);
        this.kafka = kafka;
        this.blocks = blocks;
        this.faults = faults;
        this.writer = new TopicWriter(kafka, "ordering-" + party + "-publisher");
        this.thread = Thread.ofPlatform()
                .daemon()
                .name("ordering-" + party + "-publisher")
                .unstarted(this::run);
    }

    /// The topics this party needs.
    public static TopicCreator createTopics(int party, int partitions, KafkaProperties kafka) {
        List<TopicSpec> topics = List.of(Topics.blocksSpec(party), Topics.transactionsSpec(party, partitions));
        return TopicCreator.start(kafka, topics);
    }

    public void start() {
        thread.start();
    }

    /// There is a new block in the store.
    public void blockStored() {
        stored.release();
    }

    /// The last block written; negative while that is not known.
    public long published() {
        return published;
    }

    private void run() {
        long pauseMillis = FIRST_PAUSE_MILLIS;
        while (!closed) {
            try {
                long next = lastInTopic() + 1;
                published = next - 1;
                pauseMillis = FIRST_PAUSE_MILLIS;
                publishFrom(next);
            } catch (Failure | KafkaException | CompletionException failed) {
                if (!closed) {
                    log.warn("blocks not published: party={} reason={}", party, failed.getMessage());
                }
                published = -1;
                pauseMillis = pause(pauseMillis);
            } catch (InterruptedException ended) {
                return;
            } catch (Throwable bug) {
                if (!closed) {
                    faults.stopped("ordering-" + party + "-publisher", bug);
                }
                return;
            }
        }
    }

    private void publishFrom(long first) throws InterruptedException {
        long next = first;
        while (!closed) {
            Optional<byte[]> block = blocks.read(next);
            if (block.isEmpty()) {
                if (stored.tryAcquire(WAKE_MILLIS, TimeUnit.MILLISECONDS)) {
                    stored.drainPermits();
                }
                continue;
            }
            Bytes key = Topics.blockKey(next);
            writer.write(
                            Topics.blocks(party),
                            Topics.ONLY_PARTITION,
                            key,
                            block.get(),
                            new CloudEvent(Long.toString(next), TYPE, source))
                    .join();
            published = next;
            next++;
        }
    }

    private long pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        return Math.min(2 * millis, PAUSE_MAX_MILLIS);
    }

    /// The number of the block in the last record of the topic, 0 when it is empty.
    private long lastInTopic() {
        var partition = new TopicPartition(Topics.blocks(party), Topics.ONLY_PARTITION);
        try (var consumer = new KafkaConsumer<>(settings(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            long begin = consumer.beginningOffsets(List.of(partition)).getOrDefault(partition, 0L);
            if (end == begin) {
                return 0;
            }
            consumer.seek(partition, end - 1);
            List<ConsumerRecord<byte[], byte[]>> last = consumer.poll(POLL).records(partition);
            if (last.isEmpty()) {
                throw new Failure("the last block of the topic cannot be read");
            }
            return Block.decode(last.getLast().value()).header().number();
        } catch (DecodeException foreign) {
            throw new Failure("the topic's last record is no block", foreign);
        }
    }

    private Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>(kafka.client());
        settings.put("bootstrap.servers", kafka.bootstrapServers());
        settings.put("client.id", "ordering-" + party + "-publisher-tail");
        settings.put("metric.reporters", "");
        settings.put("auto.include.jmx.reporter", "false");
        settings.put("enable.metrics.push", "false");
        settings.put("enable.auto.commit", "false");
        settings.put("auto.offset.reset", "none");
        settings.put("allow.auto.create.topics", "false");
        settings.put("default.api.timeout.ms", "10000");
        settings.put("max.partition.fetch.bytes", "4194304");
        return settings;
    }

    @Override
    public void close() {
        closed = true;
        stored.release();
        thread.interrupt();
        writer.close();
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
