package io.florin.runtime.kafka;

import io.florin.runtime.Failure;
import io.florin.runtime.database.DatabaseAway;
import io.florin.runtime.service.FaultHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads one partition of one topic in order, from a position that the reader's own database holds.
///
/// One platform thread. It asks for the position, seeks there and hands over batches; the handler stores its effects
/// and the new position in one commit of its own, so a crash repeats a batch and never skips one. No consumer group, no
/// commits to Kafka.
///
/// | what goes wrong | what happens |
/// |---|---|
/// | broker away, name unknown, topic not there yet | tries again, with growing pauses up to `retry-max` |
/// | the handler fails: [Failure], IOException, [a database][DatabaseAway] or broker away | goes on from the position, after a pause |
/// | the handler throws anything else | a bug: stops for good, [FaultHandler] is told |
/// | the position is not in the topic any more | records are lost: stops for good, [FaultHandler] is told; or goes on, see [#goingOnAtTheFirstRecord()] |
public final class OrderedTopicReader implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(OrderedTopicReader.class);
    private static final long UNKNOWN = -1;
    private static final Duration POLL = Duration.ofSeconds(2);

    /// Until it is known how many records there are: the broker is asked by the way.
    private static final Duration POLL_AT_FIRST = Duration.ofMillis(200);

    /// Time that the broker keeps a question that nothing answers yet; a record that comes is sent at once. Closing
    /// does not wait for it.
    private static final String FETCH_WAIT_MILLIS = "2000";
    private static final Duration CONSUMER_CLOSE_WAIT = Duration.ofMillis(100);

    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long CLOSE_WAIT_SECONDS = 10;

    /// Takes records in order and stores their effects with the position `last.offset() + 1` in one commit.
    @FunctionalInterface
    public interface BatchHandler {
        void handle(List<TopicRecord> batch) throws Exception;
    }

    private final KafkaProperties kafka;
    private final String name;
    private final TopicPartition source;
    private final LongSupplier nextPosition;
    private final BatchHandler handler;
    private final FaultHandler faults;
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicReference<@Nullable KafkaConsumer<byte[], byte[]>> consumer = new AtomicReference<>();
    private volatile long lag = UNKNOWN;
    private String whenLost = "none";

    /// @param name of the thread, the component and the connection
    /// @param nextPosition the position to read next, from the reader's own database; asked at the start and after
    /// every failure; may throw a failure itself
    public OrderedTopicReader(
            KafkaProperties kafka,
            String name,
            TopicPartition source,
            LongSupplier nextPosition,
            BatchHandler handler,
            FaultHandler faults) {
        this.kafka = kafka;
        this.name = name;
        this.source = source;
        this.nextPosition = nextPosition;
        this.handler = handler;
        this.faults = faults;
        this.thread = Thread.ofPlatform().name(name).daemon(true).unstarted(this::run);
    }

    /// Before the start: where records are lost it goes on at the first one that is there. For handlers that bear both
    /// gaps and repeats.
    public OrderedTopicReader goingOnAtTheFirstRecord() {
        whenLost = "earliest";
        return this;
    }

    /// Starts to read; once.
    public OrderedTopicReader start() {
        thread.start();
        return this;
    }

    /// Records in the topic that have not been handed over yet, as of the last poll; empty while the broker or the
    /// topic is away.
    public OptionalLong lag() {
        long now = lag;
        return now == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(now);
    }

    /// Whether the reader reads or tries to.
    public boolean isRunning() {
        return thread.isAlive();
    }

    private void run() {
        long pauseMillis = FIRST_PAUSE_MILLIS;
        try {
            while (!isClosing()) {
                long before = System.nanoTime();
                try {
                    readUntilFailure();
                } catch (WakeupException | InterruptException closed) {
                    log.debug("reader is closing: name={}", name);
                } catch (InvalidOffsetException lost) {
                    throw new Failure("position is not in the topic any more: " + source, lost);
                } catch (Exception failed) {
                    if (!isFailure(failed)) {
                        throw failed;
                    }
                    boolean workedAWhile =
                            System.nanoTime() - before > kafka.retryMax().toNanos();
                    pauseMillis = workedAWhile ? FIRST_PAUSE_MILLIS : pauseMillis;
                    log.warn("reader tries again: name={} pauseMillis={} reason={}", name, pauseMillis, reason(failed));
                    if (closing.await(pauseMillis, TimeUnit.MILLISECONDS)) {
                        return;
                    }
                    pauseMillis = Math.min(2 * pauseMillis, kafka.retryMax().toMillis());
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (Throwable bug) {
            faults.stopped(name, bug);
        } finally {
            lag = UNKNOWN;
            ended.countDown();
        }
    }

    private void readUntilFailure() throws Exception {
        long position = nextPosition.getAsLong();
        var open = new KafkaConsumer<>(settings(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        try {
            consumer.set(open);
            open.assign(List.of(source));
            open.seek(source, position);
            while (!isClosing()) {
                Duration wait = lag == UNKNOWN ? POLL_AT_FIRST : POLL;
                List<ConsumerRecord<byte[], byte[]>> polled = open.poll(wait).records(source);
                if (!polled.isEmpty()) {
                    handler.handle(wrap(polled));
                }
                lag = open.currentLag(source).orElse(UNKNOWN);
            }
        } finally {
            consumer.set(null);
            lag = UNKNOWN;
            open.close(CloseOptions.timeout(CONSUMER_CLOSE_WAIT));
        }
    }

    private static List<TopicRecord> wrap(List<ConsumerRecord<byte[], byte[]>> polled) {
        List<TopicRecord> batch = new ArrayList<>(polled.size());
        for (ConsumerRecord<byte[], byte[]> message : polled) {
            batch.add(new TopicRecord(message));
        }
        return batch;
    }

    private static boolean isFailure(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof Failure
                    || cause instanceof IOException
                    || cause instanceof UncheckedIOException
                    || cause instanceof KafkaException) {
                return true;
            }
        }
        return DatabaseAway.isBehind(thrown);
    }

    private static String reason(Throwable failed) {
        return failed.getClass().getSimpleName() + ": " + failed.getMessage();
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    private Map<String, Object> settings() {
        Map<String, Object> settings = kafka.clientSettings(name);
        settings.put("enable.auto.commit", "false");
        settings.put("auto.offset.reset", whenLost);
        settings.put("allow.auto.create.topics", "false");
        settings.put("isolation.level", "read_committed");
        settings.put("max.poll.records", Integer.toString(kafka.batchRecordsMax()));
        settings.put("fetch.max.bytes", Long.toString(kafka.fetch().toBytes()));
        settings.put("max.partition.fetch.bytes", Long.toString(kafka.fetch().toBytes()));
        settings.put("fetch.max.wait.ms", FETCH_WAIT_MILLIS);
        settings.put("default.api.timeout.ms", "10000");
        return settings;
    }

    /// Stops after the batch in hand and waits for that, at most ten seconds.
    @Override
    public void close() {
        closing.countDown();
        KafkaConsumer<byte[], byte[]> open = consumer.get();
        if (open != null) {
            open.wakeup();
        }
        if (thread.getState() == Thread.State.NEW || Thread.currentThread() == thread) {
            return;
        }
        try {
            if (!ended.await(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS)) {
                thread.interrupt();
            }
        } catch (InterruptedException interrupted) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }
}
