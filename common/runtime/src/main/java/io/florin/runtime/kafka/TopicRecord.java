package io.florin.runtime.kafka;

import io.florin.runtime.observability.TraceContext;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/// A record as it was read. Nothing in it is to be trusted before its signature is checked, headers least of all.
public final class TopicRecord {
    private static final byte[] NOTHING = {};

    private final ConsumerRecord<byte[], byte[]> source;

    public TopicRecord(ConsumerRecord<byte[], byte[]> source) {
        this.source = source;
    }

    public String topic() {
        return source.topic();
    }

    public int partition() {
        return source.partition();
    }

    /// The position; the one to read next is this plus one.
    public long offset() {
        return source.offset();
    }

    /// The key, empty when there is none.
    public byte[] key() {
        return orNothing(source.key());
    }

    /// The value, empty for a tombstone.
    public byte[] value() {
        return orNothing(source.value());
    }

    /// A header's text.
    public Optional<String> header(String name) {
        Header header = source.headers().lastHeader(name);
        return header == null || header.value() == null
                ? Optional.empty()
                : Optional.of(new String(header.value(), StandardCharsets.UTF_8));
    }

    /// The trace that the record continues.
    public Optional<TraceContext> trace() {
        return TraceContext.parse(header(TraceContext.HEADER).orElse(null));
    }

    private static byte[] orNothing(byte @Nullable [] bytes) {
        return bytes == null ? NOTHING : Arrays.copyOf(bytes, bytes.length);
    }

    @Override
    public String toString() {
        return topic() + "-" + partition() + "@" + offset();
    }
}
