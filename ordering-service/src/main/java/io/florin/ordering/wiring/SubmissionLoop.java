package io.florin.ordering.wiring;

import io.florin.crypto.Bytes;
import io.florin.ordering.batcher.Batcher;
import io.florin.ordering.chain.adapter.ChainLoop;
import io.florin.ordering.protocol.Batch;
import io.florin.ordering.protocol.BlockStore;
import io.florin.ordering.protocol.Certificates;
import io.florin.ordering.protocol.Offer;
import io.florin.ordering.router.Router;
import io.florin.runtime.loop.EventHandler;
import io.florin.runtime.loop.EventLoop;
import io.florin.runtime.service.FaultHandler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The one thread that drives router and batcher: what came in goes to consensus while the gate is open.
final class SubmissionLoop implements AutoCloseable {
    private static final int MAILBOX = 8192;
    private static final long REPORT_MILLIS = 200;

    /// Looks at the time for each space between blocks.
    private static final long TICKS = 8;

    private static final Duration TICK_MIN = Duration.ofMillis(1);

    private final int party;
    private final long session;
    private final Router router;
    private final Batcher batcher;
    private final BlockStore blocks;
    private final Certificates certificates;
    private final PassageTimes times;
    private final Outside outside;
    private final AtomicReferenceArray<@Nullable Batch> underWay = new AtomicReferenceArray<>(Batch.LANES_MAX);
    private final EventLoop<SubmissionEvent> loop;
    private final int takeMax;
    private Optional<Long> gate = Optional.empty();
    private long reportedMillis;
    private volatile Depths depths = new Depths(0, 0, 0, 0);

    /// @param submit brings a batch to this party's and all others' members
    /// @param settled a block carries the offered bundle
    /// @param waiting since when the oldest batch waits, see [io.florin.ordering.chain.ChainEvent.Waiting]
    /// @param away parties that cannot submit now
    record Outside(
            Consumer<Batch> submit, Consumer<Offer> settled, LongConsumer waiting, Supplier<Set<Integer>> away) {}

    /// Depths of the queues, for metrics.
    record Depths(int bundles, long bytes, int queued, int underWay) {}

    SubmissionLoop(
            int party,
            long session,
            Router router,
            Batcher batcher,
            OrderingProperties.BatchProperties properties,
            Stores stores,
            Outside outside,
            FaultHandler faults) {
        this.party = party;
        this.session = session;
        this.router = router;
        this.batcher = batcher;
        this.blocks = stores.blocks();
        this.certificates = stores.certificates();
        this.times = stores.times();
        this.outside = outside;
        this.takeMax = 2 * properties.lanes() * 1024;
        var ticks = new EventLoop.Ticks<SubmissionEvent>(
                tickEvery(properties.spacing()), InstantSource.system(), instant -> new SubmissionEvent.Tick());
        this.loop = EventLoop.ticking("ordering-" + party + "-submission", MAILBOX, handler(), faults, ticks);
    }

    /// Without a space between blocks it looks as often as a clock of milliseconds tells apart.
    static Duration tickEvery(Duration spacing) {
        Duration every = spacing.dividedBy(TICKS);
        return every.compareTo(TICK_MIN) < 0 ? TICK_MIN : every;
    }

    /// @param certificates sign batches
    /// @param times hears of bundles
    record Stores(BlockStore blocks, Certificates certificates, PassageTimes times) {}

    private EventHandler<SubmissionEvent> handler() {
        return new EventHandler<>() {
            @Override
            public void on(SubmissionEvent event) {
                SubmissionLoop.this.on(event);
            }

            @Override
            public void batchEnded() {
                pump(ChainLoop.nowMillis());
            }

            @Override
            public boolean awaitsTicks() {
                return depths.bundles() > 0 || depths.queued() > 0 || depths.underWay() > 0;
            }
        };
    }

    private void on(SubmissionEvent event) {
        switch (event) {
            case SubmissionEvent.Offered it -> offered(it.offer());
            case SubmissionEvent.Stored it -> {
                router.ordered(it.digests()).forEach(outside.settled());
                batcher.ordered(it.digests(), ChainLoop.nowMillis());
            }
            case SubmissionEvent.GateOpened it -> {
                router.away(outside.away().get());
                startOver();
                gate = Optional.of(it.view());
            }
            case SubmissionEvent.GateClosed _ -> {
                gate = Optional.empty();
                startOver();
            }
            case SubmissionEvent.Tick _ -> report(ChainLoop.nowMillis());
        }
    }

    /// A block that carries the bundle is either in the index by now or will be told of later.
    private void offered(Offer offer) {
        if (blocks.contains(offer.digest())) {
            outside.settled().accept(offer);
        } else {
            times.arrived(offer.digest());
            router.offered(offer, ChainLoop.nowMillis());
        }
    }

    private void startOver() {
        batcher.startOver();
        router.startOver(ChainLoop.nowMillis());
        for (int lane = 0; lane < underWay.length(); lane++) {
            underWay.set(lane, null);
        }
    }

    private void pump(long now) {
        if (gate.isPresent()) {
            long view = gate.get();
            int room = takeMax - batcher.queued();
            if (room > 0) {
                router.due(now, room).forEach(due -> batcher.add(due.digest(), due.bundle(), now));
            }
            Optional<Batcher.Cut> cut = batcher.cut(now, router::isHeld);
            while (cut.isPresent()) {
                submit(cut.get(), view);
                cut = batcher.cut(now, router::isHeld);
            }
        }
        depths = new Depths(router.count(), router.bytes(), batcher.queued(), batcher.underWay());
    }

    private void submit(Batcher.Cut cut, long view) {
        Batch batch = new Batch(party, view, session, cut.lane(), cut.sequence(), cut.entries(), Bytes.EMPTY)
                .signed(certificates);
        times.cut(cut.digests());
        underWay.set(cut.lane(), batch);
        outside.submit().accept(batch);
    }

    /// Whether the batch is the last one of its lane and of the open view.
    boolean isUnderWay(Batch batch) {
        Batch last = underWay.get(batch.lane());
        return last != null && last.sequence() == batch.sequence() && last.view() == batch.view();
    }

    private void report(long now) {
        if (now - reportedMillis >= REPORT_MILLIS) {
            reportedMillis = now;
            outside.waiting().accept(batcher.oldestMillis());
            router.away(outside.away().get());
        }
    }

    void start() {
        loop.start();
    }

    boolean offer(SubmissionEvent event) {
        return loop.offer(event);
    }

    void put(SubmissionEvent event) throws InterruptedException {
        loop.put(event);
    }

    Depths depths() {
        return depths;
    }

    @Override
    public void close() {
        loop.close();
    }
}
