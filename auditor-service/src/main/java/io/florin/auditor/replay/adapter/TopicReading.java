package io.florin.auditor.replay.adapter;

import io.florin.runtime.chain.BlockFollower;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.OrderedTopicReader;
import io.florin.runtime.kafka.OrderedTopicReader.BatchHandler;
import io.florin.runtime.service.FaultHandler;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;

/// Reads a topic from a position that the auditor keeps, by the rules of [OrderedTopicReader], until it is closed.
@FunctionalInterface
interface TopicReading {

    /// @param name of the reader's thread and connection
    /// @param stopped is told what ends the reading for good
    BlockFollower read(
            String name, TopicPartition topic, LongSupplier position, BatchHandler handler, FaultHandler stopped);

    static TopicReading of(KafkaProperties kafka) {
        return (name, topic, position, handler, stopped) ->
                new OrderedTopicReader(kafka, name, topic, position, handler, stopped).start()::close;
    }
}
