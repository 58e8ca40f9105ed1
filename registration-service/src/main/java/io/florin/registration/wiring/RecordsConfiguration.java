package io.florin.registration.wiring;

import io.florin.identity.NodeIdentity;
import io.florin.registration.participants.Admissions;
import io.florin.registration.records.KafkaRecordTopic;
import io.florin.registration.records.RecordPublisher;
import io.florin.registration.records.RecordSigner;
import io.florin.registration.records.RecordStore;
import io.florin.registration.records.RecordTopic;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.TopicCreator;
import io.florin.runtime.kafka.TopicWriter;
import io.florin.runtime.kafka.Topics;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.service.FaultHandler;
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

    @Bean
    BackgroundLoop recordPublishing(RecordPublisher publisher, RegistrationProperties properties, FaultHandler faults) {
        return BackgroundLoop.periodic(
                "record-publisher", properties.records().publish(), faults, publisher::publishAll);
    }

    @Bean
    BackgroundLoop heartbeats(RecordStore store, RegistrationProperties properties, FaultHandler faults) {
        long quietMillis = properties.records().heartbeat().toMillis();
        return BackgroundLoop.periodic(
                "record-heartbeat",
                properties.records().heartbeat().dividedBy(2),
                faults,
                () -> store.heartbeat(quietMillis));
    }

    @Bean
    ApplicationRunner bootstrapParticipants(Admissions admissions, RegistrationProperties properties) {
        return _ -> properties
                .bootstrap()
                .participants()
                .forEach(bank -> admissions.admitByConfiguration(bank.id(), bank.name(), bank.bic()));
    }
}
