package io.florin.ordering.wiring;

import io.florin.crypto.Bytes32;
import io.florin.ledger.block.Block;
import io.florin.runtime.observability.Metrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/// Counters of one party.
final class OrderingMetrics {
    static final Metrics NAMES = new Metrics("ordering");

    private final Counter blocks;
    private final Counter entries;
    private final Counter bytes;
    private final Counter evidence;
    private final Counter memberFailures;
    private final Counter messagesDropped;
    private final PassageTimes times;

    OrderingMetrics(MeterRegistry meters, PassageTimes times) {
        this.times = times;
        this.blocks = meters.counter(NAMES.name("chain", "blocks"));
        this.entries = meters.counter(NAMES.name("chain", "bundles"));
        this.bytes = meters.counter(NAMES.name("chain", "bytes"));
        this.evidence = meters.counter(NAMES.name("chain", "evidence"));
        this.memberFailures = meters.counter(NAMES.name("consenter", "failures"));
        this.messagesDropped = meters.counter(NAMES.name("link", "dropped"));
    }

    void blockDecided(long number) {
        times.decided(number);
    }

    void blockCertified(long number) {
        times.certified(number);
    }

    void blockStored(Block block, List<Bytes32> bundles) {
        times.stored(block.header().number(), bundles);
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
