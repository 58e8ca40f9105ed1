package io.florin.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.enrollment.RegistrationRecord;
import io.florin.registration.fixture.RegistrationUnderTest;
import io.florin.registration.fixture.SharedRegistration;
import io.florin.registration.records.RecordStore;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.OrderedTopicReader;
import io.florin.runtime.kafka.Topics;
import io.florin.testkit.Patience;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Records reach the topic in order, whatever stops in between: the broker, the service, the step between both.
@ExtendWith(SharedRegistration.Shared.class)
class RecordOutboxIT {
    private static final Duration SOON = Patience.LIMIT;

    private static RegistrationUnderTest service;
    private static final List<Long> SEEN = new CopyOnWriteArrayList<>();
    private static OrderedTopicReader reader;

    @BeforeAll
    static void start(SharedRegistration shared) {
        service = shared.service();
        reader = new OrderedTopicReader(
                        KafkaProperties.of(shared.kafkaBootstrapServers()),
                        "outbox-test",
                        new TopicPartition(Topics.ENROLLMENTS, Topics.ONLY_PARTITION),
                        () -> SEEN.size(),
                        batch -> batch.forEach(record -> SEEN.add(
                                RegistrationRecord.decode(record.value()).sequence())),
                        (component, bug) -> {
                            throw new AssertionError(component, bug);
                        })
                .start();
    }

    @AfterAll
    static void stop() {
        reader.close();
    }

    /// The service dies between the topic and its cursor, comes back while the broker is away, and once more when it is
    /// there again.
    @Test
    void goesOnWhereItStoodAfterRestartsAndKeepsRecordsWhileTheBrokerIsAway() throws Exception {
        await().atMost(SOON).until(() -> SEEN.size() > 3);
        service.stop();
        try (Connection database = service.postgres().connect();
                Statement statement = database.createStatement()) {
            // a crash after the topic had them and before the cursor moved
            statement.execute("update record_cursor set published_through = published_through - 2");
        }
        service.start("--florin.kafka.bootstrap-servers=127.0.0.1:1", "--florin.registration.records.lag-max=500ms");
        service.as(NodeRole.BANK, 1).apply(service.application(1, "after", "Carin Larkspur", 1, service.newKey()));
        RecordStore store = service.context().getBean(RecordStore.class);
        await().atMost(SOON).until(() -> store.lastSequence() > store.publishedThrough() + 5);
        await().atMost(SOON)
                .until(() -> service.get("/actuator/health/ready", "").statusCode() == 503);
        assertThat(service.as(NodeRole.ENDORSER, 1).records(SEEN.getLast()))
                .as("what the topic does not have is there to be fetched")
                .isNotEmpty();
        long written = store.lastSequence();
        service.stop();

        service.start();

        await().atMost(SOON).until(() -> SEEN.getLast() > written + 3);
        List<Long> distinct = SEEN.stream().distinct().toList();
        assertThat(distinct).startsWith(1L).isSorted();
        assertThat(distinct.getLast()).isEqualTo(distinct.size());
        assertThat(SEEN).as("the two records around the crash came twice").hasSizeGreaterThan(distinct.size());
    }

    /// Each question is kept until a record is made, in a quiet time by the next heartbeat.
    @Test
    void answersAQuestionForRecordsThatAreNotThereYetWhenTheyAre() {
        await().atMost(SOON).until(() -> SEEN.size() > 3);
        RecordStore store = service.context().getBean(RecordStore.class);

        await("a question that comes before its record").atMost(SOON).until(() -> {
            long last = store.lastSequence();
            List<String> records = service.as(NodeRole.BANK, 1).recordsAwaited(last, 10_000);
            assertThat(records).isNotEmpty();
            RegistrationRecord first =
                    RegistrationRecord.decode(Base64.getDecoder().decode(records.getFirst()));
            return first.sequence() == last + 1;
        });
        assertThat(service.as(NodeRole.BANK, 1).recordsAwaited(store.lastSequence() + 1_000, 1))
                .as("nobody is kept longer than it wants")
                .isEmpty();
    }

    @Test
    void beatsWhenNothingElseHappens() {
        await().atMost(SOON).until(() -> SEEN.size() > 5);
        List<String> records = service.as(NodeRole.AUDITOR, 1).records(0);

        assertThat(records.stream()
                        .map(record ->
                                RegistrationRecord.decode(Base64.getDecoder().decode(record)))
                        .filter(record -> record.event() instanceof Heartbeat))
                .hasSizeGreaterThan(3);
    }
}
