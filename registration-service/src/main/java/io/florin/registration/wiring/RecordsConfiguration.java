package io.florin.registration.wiring;

import io.florin.identity.NodeIdentity;
import io.florin.registration.participants.Admissions;
import io.florin.registration.records.KafkaRecordTopic;
import io.florin.registration.records.RecordPublisher;
import io.florin.registration.records.RecordSigner;
import io.florin.registration.records.RecordStore;
import io.florin.registration.records.RecordTopic;
import io.florin.runtime.activity.Activity;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.TopicCreator;
import io.florin.runtime.kafka.TopicWriter;
import io.florin.runtime.kafka.Topics;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.loop.BackgroundLoop.Pace;
import io.florin.runtime.service.FaultHandler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Registration records: store, topic, the tasks between them, and the banks that the configuration admits.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(KafkaProperties.class)
class RecordsConfiguration {

    private static final Duration REST = Duration.ofSeconds(5);

    @Bean
    RecordStore recordStore(JdbcClient jdbc, NodeIdentity node, InstantSource clock) {
        return new RecordStore(jdbc, new RecordSigner(node.networkId(), node.key()), clock);
    }

    @Bean
    TopicCreator recordTopicCreator(KafkaProperties kafka) {
        return TopicCreator.start(kafka, List.of(Topics.enrollmentsSpec()));
    }

    @Bean
    TopicWriter recordWriter(KafkaProperties kafka, NodeIdentity node) {
        return new TopicWriter(kafka, node.self().directoryName() + "-records");
    }

    @Bean
    RecordTopic recordTopic(TopicWriter writer, NodeIdentity node, RegistrationProperties properties) {
        return KafkaRecordTopic.of(
                writer,
                node.self().uri(node.networkName()),
                properties.records().acknowledgedWithin());
    }

    @Bean
    RecordPublisher recordPublisher(RecordStore store, RecordTopic topic) {
        return new RecordPublisher(store, topic);
    }

    /// Publishes records. Every writer of a record wakes it; records of another instance are found when it looks by
    /// itself.
    @Bean
    BackgroundLoop recordPublishing(
            RecordPublisher publisher, RegistrationProperties properties, Activity activity, FaultHandler faults) {
        Duration publish = properties.records().publish();
        Duration rest = publish.compareTo(REST) < 0 ? REST : publish;
        return BackgroundLoop.resting(
                "record-publisher", new Pace(publish, rest, rest), activity, faults, publisher::publishAll);
    }

    @Bean
    BackgroundLoop heartbeats(
            RecordStore store, RegistrationProperties properties, Activity activity, FaultHandler faults) {
        Heartbeats heartbeats =
                new Heartbeats(store, activity, properties.records().heartbeat());
        return BackgroundLoop.periodic("record-heartbeat", heartbeats.look(), faults, heartbeats::beat);
    }

    /// A look in two thirds of the longest silence, and a heartbeat where there was no record in the last third: at
    /// rest each look makes one, and a record just too young for that is no older at the next than the silence may be.
    private record Heartbeats(RecordStore store, Activity activity, Duration silenceMax) {
        private static final int PARTS = 3;

        Duration look() {
            return silenceMax.minus(young());
        }

        private Duration young() {
            return silenceMax.dividedBy(PARTS);
        }

        void beat() {
            if (store.heartbeat(young().toMillis())) {
                activity.happened();
            }
        }
    }

    @Bean
    ApplicationRunner bootstrapParticipants(Admissions admissions, RegistrationProperties properties) {
        return _ -> properties
                .bootstrap()
                .participants()
                .forEach(bank -> admissions.admitByConfiguration(bank.id(), bank.name(), bank.bic()));
    }
}
