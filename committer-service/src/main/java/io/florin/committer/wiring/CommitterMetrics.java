package io.florin.committer.wiring;

import io.florin.committer.CommitterLog;
import io.florin.committer.intake.adapter.IntakeObserver;
import io.florin.committer.protocol.CompletedBlock;
import io.florin.committer.reconciliation.Accusation;
import io.florin.committer.reconciliation.adapter.ReconciliationLoop;
import io.florin.committer.status.adapter.StatusPublisher;
import io.florin.ledger.block.BlockFlaw;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.chain.BlockSource;
import io.florin.runtime.chain.SwitchReason;
import io.florin.runtime.observability.Metrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Counts and times what the committer does, and writes down what operators must know. One call per block or question,
/// none per transaction unless they are to be logged.
final class CommitterMetrics
        implements CommitterObserver, IntakeObserver, StatusPublisher.Observer, ReconciliationLoop.Observer {

    static final Metrics NAMES = new Metrics("committer");

    private final MeterRegistry registry;
    private final Timer verify;
    private final Timer prepare;
    private final Timer log;
    private final Timer commit;
    private final Counter blocks;
    private final Counter slowBlocks;
    private final long slowNanos;

    /// @param slowBlock a block that takes longer is counted and logged
    CommitterMetrics(MeterRegistry registry, Duration slowBlock) {
        this.registry = registry;
        this.slowNanos = slowBlock.toNanos();
        this.verify = timer("verifier", "block.time");
        this.prepare = timer("shard", "prepare.time");
        this.log = timer("coordinator", "log.time");
        this.commit = timer("status", "commit.time");
        this.blocks = registry.counter(NAMES.name("status", "blocks"));
        this.slowBlocks = registry.counter(NAMES.name("status", "blocks.slow"));
        for (TransactionStatus status : TransactionStatus.values()) {
            transactions(status);
        }
        for (BlockFlaw flaw : BlockFlaw.values()) {
            refused(flaw);
        }
    }

    private Timer timer(String feature, String what) {
        return Timer.builder(NAMES.name(feature, what))
                .publishPercentileHistogram()
                .register(registry);
    }

    private Counter transactions(TransactionStatus status) {
        return registry.counter(
                NAMES.name("status", "transactions"),
                Metrics.STATUS,
                status.name().toLowerCase(Locale.ROOT));
    }

    private Counter refused(BlockFlaw flaw) {
        return registry.counter(NAMES.name("intake", "refused"), Metrics.REASON, flaw.label());
    }

    @Override
    public void verified(long nanos) {
        verify.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void prepared(long nanos) {
        prepare.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void logged(long nanos) {
        log.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void completed(CompletedBlock block, long nanos) {
        commit.record(nanos, TimeUnit.NANOSECONDS);
        blocks.increment();
        Map<TransactionStatus, Integer> counts = new EnumMap<>(TransactionStatus.class);
        for (TransactionOutcome outcome : block.statuses().outcomes()) {
            counts.merge(outcome.status(), 1, Integer::sum);
        }
        counts.forEach((status, count) -> transactions(status).increment(count));
        CommitterLog.completed(block.statuses());
        if (nanos > slowNanos) {
            slowBlocks.increment();
            CommitterLog.slow(block.number(), block.statuses().outcomes().size(), TimeUnit.NANOSECONDS.toMillis(nanos));
        }
    }

    @Override
    public void refused(BlockSource source, BlockFlaw flaw) {
        refused(flaw).increment();
        CommitterLog.blockRefused(source.toString(), flaw.label());
    }

    @Override
    public void switched(BlockSource from, BlockSource to, SwitchReason reason) {
        registry.counter(NAMES.name("intake", "switches"), Metrics.REASON, reason.label())
                .increment();
        CommitterLog.sourceSwitched(from.toString(), to.toString(), reason.label());
    }

    @Override
    public void failed(long block, String reason) {
        registry.counter(NAMES.name("status", "publish.failures")).increment();
        CommitterLog.notPublished(block, reason);
    }

    @Override
    public void accused(Accusation accusation) {
        registry.counter(
                        NAMES.name("reconciliation", "accusations"),
                        Metrics.REASON,
                        accusation.kind().name().toLowerCase(Locale.ROOT))
                .increment();
        CommitterLog.accused(accusation.kind().name(), accusation.block(), accusation.index(), accusation.reason());
    }
}
