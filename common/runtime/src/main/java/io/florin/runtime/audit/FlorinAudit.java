package io.florin.runtime.audit;

import io.florin.ledger.NetworkId;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.OrderedTopicReader;
import io.florin.runtime.kafka.TopicRecord;
import io.florin.runtime.kafka.Topics;
import io.florin.runtime.observability.Metrics;
import io.florin.runtime.service.FaultHandler;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.apache.kafka.common.TopicPartition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// The reader of `audit.events` of a service that imports this, and the book of what came.
///
/// The service gives the tables `audit_announcement` and `audit_position` in its migrations, a [CommitterApi] whose
/// answers are checked, and the broker's address. A broker that is away keeps news away and nothing else: neither the
/// start nor the health of the service asks for it.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(KafkaProperties.class)
public class FlorinAudit {

    @Bean
    AuditBook auditBook(
            JdbcClient jdbc,
            PlatformTransactionManager transactions,
            Peer self,
            NetworkId network,
            CommitterApi committer,
            InstantSource clock,
            MeterRegistry registry) {
        Metrics names = new Metrics(self.role().label().replace("-", ""));
        return new AuditBook(
                jdbc,
                new TransactionTemplate(transactions),
                new AuditBook.Authority(network, AuditorKeys.of(committer)),
                clock,
                new AuditBook.Counts(
                        registry.counter(names.name("audit", "events")),
                        registry.counter(names.name("audit", "refused"))));
    }

    /// Of a topic that was made anew it reads what is there: nothing that comes twice or late does harm.
    @Bean(initMethod = "start")
    OrderedTopicReader auditReader(KafkaProperties kafka, AuditBook book, Peer self, FaultHandler faults) {
        return new OrderedTopicReader(
                        kafka,
                        self.directoryName() + "-audit",
                        new TopicPartition(Topics.AUDIT_EVENTS, Topics.ONLY_PARTITION),
                        book::nextOffset,
                        batch -> book.take(
                                batch.stream().map(TopicRecord::value).toList(),
                                batch.getLast().offset() + 1),
                        faults)
                .goingOnAtTheFirstRecord();
    }
}
