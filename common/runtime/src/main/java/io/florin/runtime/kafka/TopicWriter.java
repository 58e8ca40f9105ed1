package io.florin.runtime.kafka;

import io.florin.crypto.Bytes;
import io.florin.runtime.Failure;
import io.florin.runtime.observability.TraceContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/// Writes records that are acknowledged by all replicas in sync, without gaps or repeats by this producer's own
/// retries.
///
/// Bounded: a write waits at most `max-block` for a broker or room in the buffer and then fails; an accepted write
/// fails after `delivery-timeout`. Writes of one thread to one partition keep their order as long as none fails. A
/// failed write may still have happened: readers drop repeats. The producer is made at the first write, so a broker
/// that is away, or whose name does not resolve yet, does not stop a service from starting.
public final class TopicWriter implements AutoCloseable {
    private static final Duration CLOSE_WAIT = Duration.ofSeconds(3);

    private final KafkaProperties kafka;
    private final String clientId;
    private final Object lock = new Object();
    private @Nullable KafkaProducer<byte[], byte[]> producer;
    private boolean closed;

    /// @param clientId names the connection in the broker's logs
    public TopicWriter(KafkaProperties kafka, String clientId) {
        this.kafka = kafka;
        this.clientId = clientId;
    }

    /// Place at which a record came to lie.
    public record Written(int partition, long offset) {}

    /// Writes to the partition that the key selects.
    public CompletableFuture<Written> write(String topic, Bytes key, byte[] value, CloudEvent event) {
        return send(new ProducerRecord<>(topic, key.toArray(), value), event);
    }

    /// Writes to one partition.
    public CompletableFuture<Written> write(String topic, int partition, Bytes key, byte[] value, CloudEvent event) {
        return send(new ProducerRecord<>(topic, partition, key.toArray(), value), event);
    }

    /// Sends at once what waits for company.
    public void flush() {
        KafkaProducer<byte[], byte[]> open;
        synchronized (lock) {
            open = producer;
        }
        if (open != null) {
            open.flush();
        }
    }

    private CompletableFuture<Written> send(ProducerRecord<byte[], byte[]> message, CloudEvent event) {
        addHeaders(message.headers(), event);
        var written = new CompletableFuture<Written>();
        try {
            producer().send(message, (metadata, failed) -> {
                if (failed == null) {
                    written.complete(new Written(metadata.partition(), metadata.offset()));
                } else {
                    written.completeExceptionally(failure(message.topic(), failed));
                }
            });
        } catch (KafkaException | IllegalStateException failed) {
            written.completeExceptionally(failure(message.topic(), failed));
        }
        return written;
    }

    private static Failure failure(String topic, Exception cause) {
        return new Failure("record not written to " + topic, cause);
    }

    private static void addHeaders(Headers headers, CloudEvent event) {
        headers.add("ce_id", utf8(event.id()));
        headers.add("ce_type", utf8(event.type()));
        headers.add("ce_source", utf8(event.source().toString()));
        headers.add("ce_specversion", utf8(CloudEvent.SPEC_VERSION));
        TraceContext.current()
                .ifPresent(trace ->
                        headers.add(TraceContext.HEADER, utf8(trace.child().traceparent())));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private KafkaProducer<byte[], byte[]> producer() {
        synchronized (lock) {
            if (closed) {
                throw new IllegalStateException("writer is closed");
            }
            if (producer == null) {
                producer = new KafkaProducer<>(settings(), new ByteArraySerializer(), new ByteArraySerializer());
            }
            return producer;
        }
    }

    private Map<String, Object> settings() {
        Map<String, Object> settings = kafka.clientSettings(clientId);
        settings.put("acks", "all");
        settings.put("enable.idempotence", "true");
        settings.put("max.in.flight.requests.per.connection", "5");
        settings.put("max.block.ms", Long.toString(kafka.maxBlock().toMillis()));
        settings.put(
                "delivery.timeout.ms", Long.toString(kafka.deliveryTimeout().toMillis()));
        settings.put(
                "request.timeout.ms",
                Long.toString(Math.min(
                        10_000,
                        kafka.deliveryTimeout().toMillis() - kafka.linger().toMillis())));
        settings.put("buffer.memory", Long.toString(kafka.buffer().toBytes()));
        settings.put("linger.ms", Long.toString(kafka.linger().toMillis()));
        settings.put("batch.size", "262144");
        settings.put("max.request.size", Long.toString(KafkaProperties.RECORD_MAX.toBytes()));
        settings.put("compression.type", "none");
        return settings;
    }

    /// Waits a few seconds for what has been accepted, then gives it up.
    @Override
    public void close() {
        KafkaProducer<byte[], byte[]> open;
        synchronized (lock) {
            closed = true;
            open = producer;
            producer = null;
        }
        if (open != null) {
            open.close(CLOSE_WAIT);
        }
    }
}
