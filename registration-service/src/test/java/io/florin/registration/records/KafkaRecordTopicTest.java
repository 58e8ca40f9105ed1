package io.florin.registration.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.Failure;
import io.florin.testkit.Patience;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class KafkaRecordTopicTest {
    private static final List<StoredRecord> RECORDS = List.of(record(1), record(2), record(3));

    private final List<Long> written = new CopyOnWriteArrayList<>();

    @Test
    void writesTheNextRecordOnlyAfterTheOneBeforeIsAcknowledged() throws InterruptedException {
        BlockingQueue<CompletableFuture<Void>> underWay = new LinkedBlockingQueue<>();
        KafkaRecordTopic topic = new KafkaRecordTopic(
                record -> {
                    written.add(record.sequence());
                    CompletableFuture<Void> acknowledgement = new CompletableFuture<>();
                    underWay.add(acknowledgement);
                    return acknowledgement;
                },
                Patience.LIMIT);
        Thread publisher = Thread.ofVirtual().start(() -> topic.publish(RECORDS));

        for (long sequence = 1; sequence <= RECORDS.size(); sequence++) {
            CompletableFuture<Void> acknowledgement = underWay.poll(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
            assertThat(acknowledgement).isNotNull();
            assertThat(underWay.poll(50, TimeUnit.MILLISECONDS))
                    .as("written before %d was acknowledged", sequence)
                    .isNull();
            acknowledgement.complete(null);
        }

        assertThat(publisher.join(Patience.LIMIT)).isTrue();
        assertThat(written).containsExactly(1L, 2L, 3L);
    }

    @Test
    void leavesNoGapBehindARecordThatFails() {
        KafkaRecordTopic topic = new KafkaRecordTopic(
                record -> {
                    written.add(record.sequence());
                    return record.sequence() == 2
                            ? CompletableFuture.failedFuture(new Failure("broker is away"))
                            : CompletableFuture.completedFuture(null);
                },
                Patience.LIMIT);

        assertThatThrownBy(() -> topic.publish(RECORDS)).isInstanceOf(Failure.class);

        assertThat(written).containsExactly(1L, 2L);
    }

    @Test
    void waitsForAnAcknowledgementOnlySoLong() {
        KafkaRecordTopic topic = new KafkaRecordTopic(_ -> new CompletableFuture<>(), Duration.ofMillis(10));

        assertThatThrownBy(() -> topic.publish(RECORDS)).isInstanceOf(Failure.class);
    }

    private static StoredRecord record(long sequence) {
        return new StoredRecord(sequence, new byte[0]);
    }
}
