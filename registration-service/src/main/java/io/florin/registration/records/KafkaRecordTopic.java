package io.florin.registration.records;

import io.florin.crypto.Bytes;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.runtime.Failure;
import io.florin.runtime.kafka.CloudEvent;
import io.florin.runtime.kafka.TopicWriter;
import io.florin.runtime.kafka.Topics;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Publishes to the one partition of `registration.enrollments`. One writer with idempotence keeps the order of a batch
/// as long as no write of it fails; after a failure the whole batch is written again from its first record.
public final class KafkaRecordTopic implements RecordTopic {
    private static final String TYPE = "io.florin.registration.record.v1";

    private final TopicWriter writer;
    private final URI source;
    private final Duration acknowledgedWithin;

    public KafkaRecordTopic(TopicWriter writer, URI source, Duration acknowledgedWithin) {
        this.writer = writer;
        this.source = source;
        this.acknowledgedWithin = acknowledgedWithin;
    }

    @Override
    public void publish(List<StoredRecord> records) {
        List<CompletableFuture<?>> writes = new ArrayList<>();
        for (StoredRecord record : records) {
            CloudEvent event = new CloudEvent(Long.toString(record.sequence()), TYPE, source);
            writes.add(writer.write(
                    Topics.ENROLLMENTS,
                    Topics.ONLY_PARTITION,
                    keyOf(record.decoded().event()),
                    record.encoded(),
                    event));
        }
        try {
            CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new))
                    .get(acknowledgedWithin.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException failed) {
            throw new Failure("registration records are not acknowledged", failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted while publishing registration records", interrupted);
        }
    }

    private static Bytes keyOf(RegistrationEvent event) {
        return switch (event) {
            case EnrollmentChanged enrollment ->
                Bytes.of(enrollment.enrollment().toArray());
            case ParticipantChanged participant -> text("participant-" + participant.participant());
            case Heartbeat() -> text("heartbeat");
        };
    }

    private static Bytes text(String key) {
        return Bytes.of(key.getBytes(StandardCharsets.UTF_8));
    }
}
