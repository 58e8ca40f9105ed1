package io.florin.runtime.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes the topics a service writes to, in the background: a broker that is away delays the topics and never the start
/// of the service. A topic that exists is left as it is.
public final class TopicCreator implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TopicCreator.class);
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final int ANSWER_SECONDS = 15;

    private final KafkaProperties kafka;
    private final List<TopicSpec> topics;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final CountDownLatch closing = new CountDownLatch(1);

    private TopicCreator(KafkaProperties kafka, Collection<TopicSpec> topics) {
        this.kafka = kafka;
        this.topics = List.copyOf(topics);
    }

    /// Starts to make the topics and returns at once.
    public static TopicCreator start(KafkaProperties kafka, Collection<TopicSpec> topics) {
        var creator = new TopicCreator(kafka, topics);
        Thread.ofVirtual().name("topic-creator").start(creator::run);
        return creator;
    }

    /// Completes when all topics exist; exceptionally when the creator is closed before.
    public CompletableFuture<Void> done() {
        return done.copy();
    }

    private void run() {
        long pauseMillis = FIRST_PAUSE_MILLIS;
        try {
            while (closing.getCount() > 0) {
                try {
                    createAll();
                    done.complete(null);
                    return;
                } catch (KafkaException | ExecutionException | TimeoutException failed) {
                    log.warn("topics not made yet: pauseMillis={} reason={}", pauseMillis, failed.toString());
                }
                if (closing.await(pauseMillis, TimeUnit.MILLISECONDS)) {
                    break;
                }
                pauseMillis = Math.min(2 * pauseMillis, kafka.retryMax().toMillis());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        done.cancel(false);
    }

    private void createAll() throws InterruptedException, ExecutionException, TimeoutException {
        Map<String, Object> settings = kafka.clientSettings("topic-creator");
        settings.put("default.api.timeout.ms", "10000");
        Admin admin = Admin.create(settings);
        try {
            List<NewTopic> wanted = topics.stream()
                    .map(topic -> new NewTopic(topic.name(), Optional.of(topic.partitions()), Optional.of((short)
                                    kafka.replication()))
                            .configs(topic.settings()))
                    .toList();
            for (var outcome : admin.createTopics(wanted).values().values()) {
                try {
                    outcome.get(ANSWER_SECONDS, TimeUnit.SECONDS);
                } catch (ExecutionException failed) {
                    if (!(failed.getCause() instanceof TopicExistsException)) {
                        throw failed;
                    }
                }
            }
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    /// Gives up what is not made yet.
    @Override
    public void close() {
        closing.countDown();
    }
}
