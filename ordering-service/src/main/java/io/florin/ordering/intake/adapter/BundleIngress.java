package io.florin.ordering.intake.adapter;

import io.florin.crypto.Bytes;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.codec.DecodeException;
import io.florin.ordering.intake.ConfigurationGate;
import io.florin.ordering.intake.ReadingPosition;
import io.florin.ordering.protocol.Offer;
import io.florin.ordering.protocol.OrderingLog;
import io.florin.runtime.Failure;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.kafka.TopicRecord;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/// Takes bundles: checks size and form, and of the configuration namespace the endorsement; counts the memory they take
/// until blocks carry them, and hands them on.
///
/// A bundle that cannot be read, or that the [ConfigurationGate] does not let in, is counted and left.
public final class BundleIngress {
    private static final long WAIT_MILLIS = 200;
    private static final long WARN_EVERY_MILLIS = 10_000;
    /// Everybody who may write to the topic is one sender: the broker's word on who wrote is no authority.
    private static final String TOPIC = "topic";

    private final OrderingLog log;
    private final ConfigurationGate gate;
    private final BundleRoom room;
    private final Predicate<Offer> taker;
    private final Map<Integer, ReadingPosition> positions = new TreeMap<>();
    private final Counter taken;
    private final Counter unreadable;
    private final Counter refused;
    private final AtomicLong warnedMillis = new AtomicLong(nowMillis() - WARN_EVERY_MILLIS);
    private volatile boolean closed;

    /// Outcome of a direct submission.
    public enum Answer {
        TAKEN,
        UNREADABLE,
        NOT_ENDORSED,
        FULL
    }

    /// @param taker false when it has no room now
    public BundleIngress(
            IntakeProperties properties,
            ConfigurationGate gate,
            Predicate<Offer> taker,
            OrderingLog log,
            MeterRegistry meters) {
        this.log = log;
        this.gate = gate;
        this.room = new BundleRoom(properties.memory().toBytes());
        this.taker = taker;
        this.taken = meters.counter("florin.ordering.intake.bundles");
        this.unreadable = meters.counter("florin.ordering.intake.unreadable");
        this.refused = meters.counter("florin.ordering.intake.refused");
    }

    void follow(int partition, ReadingPosition position) {
        positions.put(partition, position);
    }

    /// @param sender who submits, by its certificate
    Answer submit(byte[] encoded, Peer sender) throws InterruptedException {
        Bundle bundle;
        try {
            bundle = Bundle.decode(encoded);
        } catch (DecodeException malformed) {
            unreadable.increment();
            return Answer.UNREADABLE;
        }
        switch (gate.ask(sender.toString(), bundle, nowMillis())) {
            case LET_IN -> {}
            case NOT_ENDORSED -> {
                refused.increment();
                return Answer.NOT_ENDORSED;
            }
            case TOO_MANY -> {
                refused.increment();
                return Answer.FULL;
            }
        }
        Offer offer = offer(encoded, bundle, Offer.DIRECT, sender.id());
        if (!room.take(offer, 0)) {
            return Answer.FULL;
        }
        if (!taker.test(offer)) {
            room.giveBack(offer);
            return Answer.FULL;
        }
        taken.increment();
        return Answer.TAKEN;
    }

    /// Waits for room.
    void take(TopicRecord message, ReadingPosition position) throws InterruptedException {
        take(message.value(), message.partition(), message.offset(), position);
    }

    void take(byte[] value, int partition, long offset, ReadingPosition position) throws InterruptedException {
        position.begin(offset);
        Optional<Bundle> bundle = readable(value, partition, offset);
        if (bundle.isEmpty()) {
            position.done(offset);
            return;
        }
        if (gate.ask(TOPIC, bundle.get(), nowMillis()) != ConfigurationGate.Answer.LET_IN) {
            refused.increment();
            position.done(offset);
            return;
        }
        Offer offer = offer(value, bundle.get(), partition, offset);
        while (!room.take(offer, WAIT_MILLIS)) {
            requireOpen();
        }
        while (!taker.test(offer)) {
            Thread.sleep(1);
            requireOpen();
        }
        taken.increment();
    }

    private Optional<Bundle> readable(byte[] value, int partition, long offset) {
        try {
            return Optional.of(Bundle.decode(value));
        } catch (DecodeException malformed) {
            unreadable.increment();
            warn(partition, offset, malformed);
            return Optional.empty();
        }
    }

    /// Now and then: whoever may write to the topic must not fill the log.
    private void warn(int partition, long offset, DecodeException malformed) {
        long now = nowMillis();
        long before = warnedMillis.get();
        if (now - before >= WARN_EVERY_MILLIS && warnedMillis.compareAndSet(before, now)) {
            log.unreadableBundle(partition, offset, String.valueOf(malformed.getMessage()));
        }
    }

    private static long nowMillis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    private void requireOpen() {
        if (closed) {
            throw new Failure("intake is closed");
        }
    }

    private static Offer offer(byte[] encoded, Bundle bundle, int partition, long offset) {
        return new Offer(Bytes.of(encoded), Bundle.digestOf(encoded), bundle.root(), partition, offset);
    }

    /// A block carries the bundle.
    public void settled(Offer offer) {
        room.giveBack(offer);
        ReadingPosition position = positions.get(offer.partition());
        if (position != null) {
            position.done(offer.offset());
        }
    }

    /// Bytes in use.
    public long memoryBytes() {
        return room.bytes();
    }

    void close() {
        closed = true;
    }
}
