package io.florin.committer.wiring;

import io.florin.committer.CommitterLog;
import io.florin.committer.intake.adapter.BlockListener;
import io.florin.committer.reconciliation.adapter.ReconciliationLoop;
import io.florin.committer.reconciliation.adapter.ReconciliationProperties;
import io.florin.committer.status.adapter.PublisherProperties;
import io.florin.committer.status.adapter.StatusPublisher;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.TopicCreator;
import io.florin.runtime.kafka.Topics;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/// Starts the edges when the engine stands and stops them before it goes, last started first.
@Component
class CommitterLifecycle implements SmartLifecycle {

    private final CommitterEngine engine;
    private final BlockListener listener;
    private final StatusPublisher publisher;
    private final ReconciliationLoop reconciliation;
    private final ReconciliationProperties reconciliationProperties;
    private final KafkaProperties kafka;
    private final PublisherProperties publisherProperties;
    private @Nullable TopicCreator topics;
    private volatile boolean running;

    CommitterLifecycle(
            CommitterEngine engine,
            BlockListener listener,
            StatusPublisher publisher,
            ReconciliationLoop reconciliation,
            ReconciliationProperties reconciliationProperties,
            KafkaProperties kafka,
            PublisherProperties publisherProperties) {
        this.engine = engine;
        this.listener = listener;
        this.publisher = publisher;
        this.reconciliation = reconciliation;
        this.reconciliationProperties = reconciliationProperties;
        this.kafka = kafka;
        this.publisherProperties = publisherProperties;
    }

    @Override
    public void start() {
        topics = TopicCreator.start(kafka, List.of(Topics.statusesSpec(publisherProperties.partitions())));
        publisher.start();
        listener.start();
        if (reconciliationProperties.enabled()) {
            reconciliation.start();
        }
        running = true;
        CommitterLog.started(engine.head().number(), engine.takenBlock());
    }

    @Override
    public void stop() {
        reconciliation.close();
        listener.close();
        publisher.close();
        if (topics != null) {
            topics.close();
        }
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return 0;
    }
}
