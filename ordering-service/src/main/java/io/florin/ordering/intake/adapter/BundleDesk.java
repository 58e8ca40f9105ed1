package io.florin.ordering.intake.adapter;

import io.florin.crypto.Bytes;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.codec.DecodeException;
import io.florin.ordering.intake.ReadingPosition;
import io.florin.ordering.protocol.Offer;
import io.florin.ordering.protocol.OrderingLog;
import io.florin.runtime.Failure;
import io.florin.runtime.kafka.TopicRecord;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// Takes bundles: checks size and form, counts the memory they take until blocks carry them, and hands them on.
///
/// A bundle that cannot be read is counted and left; nobody endorsed it in this form.
public final class BundleDesk {
    private static final int UNIT = 256;
    private static final long WAIT_MILLIS = 200;

    private final OrderingLog log;
    private final int unitsMax;
    private final Semaphore units;
    private final Predicate<Offer> taker;
    private final Map<Integer, ReadingPosition> positions = new TreeMap<>();
    private final Counter taken;
    private final Counter unreadable;
    private volatile boolean closed;

    /// What became of a direct submission.
    public enum Answer {
        TAKEN,
        UNREADABLE,
        FULL
    }

    /// @param taker false when it has no room now
    public BundleDesk(IntakeProperties properties, Predicate<Offer> taker, OrderingLog log, MeterRegistry meters) {
        this.log = log;
        this.unitsMax = (int) Math.max(1, properties.memory().toBytes() / UNIT);
        this.units = new Semaphore(unitsMax);
        this.taker = taker;
        this.taken = meters.counter("florin.ordering.intake.bundles");
        this.unreadable = meters.counter("florin.ordering.intake.unreadable");
    }

    void follow(int partition, ReadingPosition position) {
        positions.put(partition, position);
    }

    Answer submit(byte[] encoded) {
        Offer offer;
        try {
            offer = offer(encoded, Offer.DIRECT, 0);
        } catch (DecodeException malformed) {
            unreadable.increment();
            return Answer.UNREADABLE;
        }
        if (!units.tryAcquire(units(offer))) {
            return Answer.FULL;
        }
        if (!taker.test(offer)) {
            units.release(units(offer));
            return Answer.FULL;
        }
        taken.increment();
        return Answer.TAKEN;
    }

    /// Waits for room.
    void take(TopicRecord message, ReadingPosition position) throws InterruptedException {
        position.begin(message.offset());
        Offer offer;
        try {
            offer = offer(message.value(), message.partition(), message.offset());
        } catch (DecodeException malformed) {
            unreadable.increment();
            log.unreadableBundle(message.toString(), String.valueOf(malformed.getMessage()));
            position.done(message.offset());
            return;
        }
        while (!units.tryAcquire(units(offer), WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
            requireOpen();
        }
        while (!taker.test(offer)) {
            Thread.sleep(1);
            requireOpen();
        }
        taken.increment();
    }

    private void requireOpen() {
        if (closed) {
            throw new Failure("intake is closed");
        }
    }

    private static Offer offer(byte[] encoded, int partition, long offset) {
        Bundle bundle = Bundle.decode(encoded);
        return new Offer(Bytes.of(encoded), Bundle.digestOf(encoded), bundle.root(), partition, offset);
    }

    /// A block carries the bundle.
    public void settled(Offer offer) {
        units.release(units(offer));
        ReadingPosition position = positions.get(offer.partition());
        if (position != null) {
            position.done(offer.offset());
        }
    }

    private int units(Offer offer) {
        return Math.min(unitsMax, 1 + offer.bundle().size() / UNIT);
    }

    /// Bytes in use.
    public long memoryBytes() {
        return (long) (unitsMax - units.availablePermits()) * UNIT;
    }

    void close() {
        closed = true;
    }
}
