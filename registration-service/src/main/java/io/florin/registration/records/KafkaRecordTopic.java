package io.florin.registration.records;

import io.florin.crypto.Bytes;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Publishes to the one partition of `registration.enrollments`, one record after the other: the next is written only
/// when the one before is acknowledged. Were several under way and the first failed, a later one could stand in the
/// topic without it, and every reader would stop at the gap. Registration is slow enough for that (a few milliseconds
/// each).
public final class KafkaRecordTopic implements RecordTopic {
    private static final String TYPE = "io.florin.registration.record.v1";

    private final Write write;
    private final Duration acknowledgedWithin;

    /// Writes one record; completes when it is acknowledged.
    @FunctionalInterface
    interface Write {
        CompletableFuture<?> write(StoredRecord record);
    }

    KafkaRecordTopic(Write write, Duration acknowledgedWithin) {
        this.write = write;
        this.acknowledgedWithin = acknowledgedWithin;
    }

    /// @param source who writes: `florin://<network>/registration/1`
    public static KafkaRecordTopic of(TopicWriter writer, URI source, Duration acknowledgedWithin) {
        return new KafkaRecordTopic(record -> write(writer, source, record), acknowledgedWithin);
    }

    private static CompletableFuture<?> write(TopicWriter writer, URI source, StoredRecord record) {
        CloudEvent event = new CloudEvent(Long.toString(record.sequence()), TYPE, source);
        return writer.write(
                Topics.ENROLLMENTS,
                Topics.ONLY_PARTITION,
                keyOf(record.decoded().event()),
                record.encoded(),
                event);
    }

    @Override
    public void publish(List<StoredRecord> records) {
        for (StoredRecord record : records) {
            try {
                write.write(record).get(acknowledgedWithin.toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException | TimeoutException failed) {
                throw new Failure("a registration record is not acknowledged", failed);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new Failure("interrupted while publishing registration records", interrupted);
            }
        }
    }

    private static Bytes keyOf(RegistrationEvent event) {
        return switch (event) {
            case EnrollmentChanged enrollment ->
                Bytes.of(enrollment.enrollment().toArray());
            case ParticipantChanged participant -> text("participant-" + participant.participant());
            case CredentialEpoch _ -> text("credential-epoch");
            case Heartbeat() -> text("heartbeat");
        };
    }

    private static Bytes text(String key) {
        return Bytes.of(key.getBytes(StandardCharsets.UTF_8));
    }
}
