package io.florin.endorser.status.adapter;

import io.florin.endorser.EndorserLog;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.OrderedTopicReader;
import io.florin.runtime.kafka.TopicRecord;
import io.florin.runtime.kafka.Topics;
import io.florin.runtime.observability.Metrics;
import io.florin.runtime.service.FaultHandler;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.TopicPartition;

/// Reads the signed statuses of all partitions. A record that nobody trustworthy signed is counted and skipped: the
/// statuses it may have hidden are asked from a committer when their transactions stay open.
public final class StatusReaders implements AutoCloseable {

    private static final Metrics NAMES = new Metrics("endorser");

    private final FollowerDriver driver;
    private final LedgerPositionStore followed;
    private final List<OrderedTopicReader> readers = new ArrayList<>();
    private final Counter untrusted;

    public StatusReaders(
            String name,
            FollowerDriver driver,
            LedgerPositionStore followed,
            KafkaProperties kafka,
            StatusProperties properties,
            FaultHandler faults,
            MeterRegistry meters) {
        this.driver = driver;
        this.followed = followed;
        this.untrusted = meters.counter(NAMES.name("status", "untrusted"));
        for (int partition = 0; partition < properties.partitions(); partition++) {
            int number = partition;
            readers.add(new OrderedTopicReader(
                    kafka,
                    name + "-" + partition,
                    new TopicPartition(Topics.STATUSES, partition),
                    () -> followed.nextOffset(Topics.STATUSES, number),
                    this::read,
                    (component, bug) -> readerStopped(number, component, bug, faults)));
        }
    }

    /// A topic that was lost costs nothing: committers are asked for what is open, and the next start reads the topic
    /// from its beginning.
    private void readerStopped(int partition, String component, Throwable bug, FaultHandler faults) {
        if (bug.getCause() instanceof InvalidOffsetException) {
            EndorserLog.statusTopicLost();
            followed.nextOffset(Topics.STATUSES, partition, 0);
        } else {
            faults.stopped(component, bug);
        }
    }

    public void start() {
        readers.forEach(OrderedTopicReader::start);
    }

    private void read(List<TopicRecord> batch) {
        for (TopicRecord message : driver.onStatuses(batch)) {
            untrusted.increment();
            EndorserLog.statusesNotTrusted(message.toString());
        }
    }

    @Override
    public void close() {
        readers.forEach(OrderedTopicReader::close);
    }
}
