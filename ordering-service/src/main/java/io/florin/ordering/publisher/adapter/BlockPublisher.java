package io.florin.ordering.publisher.adapter;

import io.florin.crypto.Bytes;
import io.florin.ordering.protocol.BlockStore;
import io.florin.ordering.protocol.OrderingLog;
import io.florin.ordering.protocol.PublishedPosition;
import io.florin.ordering.protocol.adapter.TopicEdges;
import io.florin.ordering.publisher.PublishedTail;
import io.florin.runtime.Failure;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.kafka.CloudEvent;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.TopicCreator;
import io.florin.runtime.kafka.TopicSpec;
import io.florin.runtime.kafka.TopicWriter;
import io.florin.runtime.kafka.Topics;
import io.florin.runtime.service.FaultHandler;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/// Writes the store's blocks to the party's topic, in order and without a gap.
///
/// Where to go on the party knows itself, see [PublishedTail]; what others wrote to the topic is passed over. Each
/// block is written when the one before has been acknowledged: a write that fails may have happened, and with several
/// on the way one could be missing behind another. A block may be there twice; readers drop repeats. While the broker
/// is away the ledger goes on; blocks wait in the store.
public final class BlockPublisher implements AutoCloseable {
    private static final String TYPE = "io.florin.settlement.block.v1";
    private static final long WAKE_MILLIS = 500;
    private static final long FIRST_PAUSE_MILLIS = 200;
    private static final long PAUSE_MAX_MILLIS = 5_000;

    private final int party;
    private final URI source;
    private final BlockStore blocks;
    private final Positions positions;
    private final FaultHandler faults;
    private final OrderingLog log;
    private final TopicEdges edges;
    private final TopicWriter writer;
    private final Thread thread;
    private final Semaphore stored = new Semaphore(0);
    private volatile long published = -1;
    private volatile boolean closed;

    /// Store of the position; one that is older than the truth after a crash does no harm.
    public interface Positions {
        Optional<PublishedPosition> load();

        void save(PublishedPosition position);
    }

    public BlockPublisher(
            Peer self,
            String network,
            KafkaProperties kafka,
            BlockStore blocks,
            Positions positions,
            FaultHandler faults) {
        this.party = self.id();
        this.source = self.uri(network);
        this.blocks = blocks;
        this.positions = positions;
        this.faults = faults;
        this.log = new OrderingLog(party);
        this.edges = new TopicEdges(kafka, "ordering-" + party + "-publisher-end");
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
                log.publishingFrom(next);
                pauseMillis = FIRST_PAUSE_MILLIS;
                publishFrom(next);
            } catch (Failure | KafkaException | CompletionException failed) {
                if (!closed) {
                    log.notPublished(String.valueOf(failed.getMessage()));
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
            TopicWriter.Written written = writer.write(
                            Topics.blocks(party),
                            Topics.ONLY_PARTITION,
                            key,
                            block.get(),
                            new CloudEvent(Long.toString(next), TYPE, source))
                    .join();
            positions.save(new PublishedPosition(next, written.offset()));
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

    /// 0 when none is found: then all are written again, and readers drop repeats.
    private long lastInTopic() {
        var partition = new TopicPartition(Topics.blocks(party), Topics.ONLY_PARTITION);
        Optional<PublishedPosition> kept = positions.load();
        if (kept.isPresent()
                && PublishedTail.holds(
                        kept.get(), edges.valueAt(partition, kept.get().offset()), blocks::read)) {
            return kept.get().number();
        }
        var tail = new PublishedTail(blocks::read);
        edges.forEach(partition, tail::read);
        tail.last().ifPresent(positions::save);
        return tail.last().map(PublishedPosition::number).orElse(0L);
    }

    @Override
    public void close() {
        closed = true;
        stored.release();
        edges.close();
        thread.interrupt();
        writer.close();
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
