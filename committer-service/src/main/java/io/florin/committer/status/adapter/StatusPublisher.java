package io.florin.committer.status.adapter;

import io.florin.committer.chain.adapter.ChainStore;
import io.florin.committer.protocol.LedgerReader;
import io.florin.ledger.Invariant;
import io.florin.ledger.block.Block;
import io.florin.ledger.status.BlockStatuses;
import io.florin.runtime.kafka.CloudEvent;
import io.florin.runtime.kafka.TopicWriter;
import io.florin.runtime.kafka.Topics;
import io.florin.runtime.service.FaultHandler;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Writes the statuses of complete blocks to `settlement.statuses`, in order, one record for each block. It follows the
/// chain store and remembers what is acknowledged, so Kafka may be away for any time; after a crash some blocks are
/// written again, byte by byte the same.
///
/// A record holds the statuses of every block that intake lets in: [Block#OUTCOMES_MAX] of them, 70 bytes each, take
/// 1.6 of the 2 MiB that the topic allows.
public final class StatusPublisher implements AutoCloseable {

    static final String PROGRESS = "published";
    private static final String TYPE = "io.florin.settlement.statuses.v1";
    /// Of 70 bytes for each outcome, and 205 for checkpoint, count, committer and signature.
    static final int RECORD_BYTES_MAX = 205 + 70 * Block.OUTCOMES_MAX;
    private static final Duration WAIT = Duration.ofMillis(500);
    private static final long CLOSE_WAIT_SECONDS = 5;

    /// Is told what operators must know.
    @FunctionalInterface
    public interface Observer {

        void failed(long block, String reason);
    }

    private record InFlight(long block, CompletableFuture<?> written) {}

    private final LedgerReader ledger;
    private final ChainStore progress;
    private final TopicWriter writer;
    private final URI source;
    private final PublisherProperties properties;
    private final Observer observer;
    private final FaultHandler faults;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private volatile long published;

    /// @param source names this committer in the records
    public StatusPublisher(
            LedgerReader ledger,
            ChainStore progress,
            TopicWriter writer,
            URI source,
            PublisherProperties properties,
            Observer observer,
            FaultHandler faults) {
        this.ledger = ledger;
        this.progress = progress;
        this.writer = writer;
        this.source = source;
        this.properties = properties;
        this.observer = observer;
        this.faults = faults;
        this.published = progress.done(PROGRESS);
        this.thread = Thread.ofVirtual().name("committer-publisher").unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    private void run() {
        long pauseMillis = properties.retry().toMillis();
        try {
            while (closing.getCount() > 0) {
                try {
                    publishWhatIsThere();
                    pauseMillis = properties.retry().toMillis();
                    ledger.awaitComplete(published + 1, WAIT);
                } catch (CompletionException away) {
                    observer.failed(published + 1, String.valueOf(away.getMessage()));
                    closing.await(pauseMillis, TimeUnit.MILLISECONDS);
                    pauseMillis =
                            Math.min(2 * pauseMillis, properties.retryMax().toMillis());
                }
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException bug) {
            if (closing.getCount() > 0) {
                faults.stopped("committer-publisher", bug);
            }
        }
    }

    private void publishWhatIsThere() {
        ArrayDeque<InFlight> inFlight = new ArrayDeque<>();
        long next = published + 1;
        Optional<BlockStatuses> statuses = ledger.statuses(next);
        while (closing.getCount() > 0 && (statuses.isPresent() || !inFlight.isEmpty())) {
            if (statuses.isPresent() && inFlight.size() < properties.inFlightMax()) {
                inFlight.add(new InFlight(next, write(next, statuses.get())));
                next++;
                statuses = ledger.statuses(next);
            } else {
                InFlight oldest = inFlight.remove();
                oldest.written().join();
                published = oldest.block();
                progress.setDone(PROGRESS, published);
            }
        }
    }

    private CompletableFuture<?> write(long block, BlockStatuses statuses) {
        byte[] encoded = statuses.encode();
        Invariant.check(encoded.length <= RECORD_BYTES_MAX, "statuses of a block that do not fit into a record");
        CloudEvent event = new CloudEvent(statuses.committer() + "/" + block, TYPE, source);
        return writer.write(Topics.STATUSES, properties.partition(), Topics.blockKey(block), encoded, event);
    }

    /// The last block whose statuses are acknowledged.
    public long published() {
        return published;
    }

    @Override
    public void close() {
        closing.countDown();
        thread.interrupt();
        try {
            thread.join(Duration.ofSeconds(CLOSE_WAIT_SECONDS));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
