package io.florin.ordering.wiring;

import io.florin.ledger.block.Block;
import io.florin.runtime.observability.Metrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/// Counters of one party.
final class OrderingMetrics {
    static final Metrics NAMES = new Metrics("ordering");

    private final Counter blocks;
    private final Counter entries;
    private final Counter bytes;
    private final Counter evidence;
    private final Counter memberFailures;
    private final Counter messagesDropped;

    OrderingMetrics(MeterRegistry meters) {
        this.blocks = meters.counter(NAMES.name("chain", "blocks"));
        this.entries = meters.counter(NAMES.name("chain", "bundles"));
        this.bytes = meters.counter(NAMES.name("chain", "bytes"));
        this.evidence = meters.counter(NAMES.name("chain", "evidence"));
        this.memberFailures = meters.counter(NAMES.name("consenter", "failures"));
        this.messagesDropped = meters.counter(NAMES.name("link", "dropped"));
    }

    void blockStored(Block block) {
        blocks.increment();
        entries.increment(block.entries().size());
        bytes.increment(
                block.entries().stream().mapToLong(entry -> entry.size()).sum());
    }

    void evidence() {
        evidence.increment();
    }

    void memberFailed() {
        memberFailures.increment();
    }

    void messageDropped() {
        messagesDropped.increment();
    }
}
