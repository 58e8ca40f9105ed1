package io.florin.committer.intake.adapter;

import io.florin.runtime.chain.ArrivedBlocks;
import io.florin.runtime.chain.BlockFollower;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.OrderedTopicReader;
import io.florin.runtime.kafka.TopicRecord;
import java.util.List;
import java.util.function.LongSupplier;

/// Follows one party's topic from the next block on.
final class TopicFollower implements BlockFollower {

    private final OrderedTopicReader reader;
    private volatile boolean closed;

    /// @param nextBlock the number of the next block, from our own state; asked again after each failure
    TopicFollower(KafkaProperties kafka, int party, LongSupplier nextBlock, ArrivedBlocks receiver) {
        String name = "committer-intake-" + party;
        TopicPosition position = new TopicPosition(kafka, name + "-position");
        var topic = TopicPosition.topicOf(party);
        reader = new OrderedTopicReader(
                kafka,
                name,
                topic,
                () -> position.of(topic, nextBlock.getAsLong()),
                batch -> handOver(batch, receiver),
                (component, bug) -> receiver.lost(bug));
        reader.start();
    }

    private void handOver(List<TopicRecord> batch, ArrivedBlocks receiver) throws InterruptedException {
        for (TopicRecord found : batch) {
            if (closed) {
                return;
            }
            receiver.arrived(found.value(), () -> closed);
        }
    }

    @Override
    public void close() {
        closed = true;
        Thread.ofVirtual().start(reader::close);
    }
}
