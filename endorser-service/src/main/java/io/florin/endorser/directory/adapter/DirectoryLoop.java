package io.florin.endorser.directory.adapter;

import io.florin.crypto.Bytes;
import io.florin.endorser.EndorserLog;
import io.florin.endorser.directory.RegistrationFollower;
import io.florin.endorser.directory.RegistrationFollower.Ask;
import io.florin.endorser.directory.RegistrationFollower.Event;
import io.florin.runtime.Failure;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.OrderedTopicReader;
import io.florin.runtime.kafka.TopicRecord;
import io.florin.runtime.kafka.Topics;
import io.florin.runtime.loop.EventHandler;
import io.florin.runtime.loop.EventLoop;
import io.florin.runtime.loop.LoopStoppedException;
import io.florin.runtime.observability.Metrics;
import io.florin.runtime.service.FaultHandler;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.apache.kafka.common.TopicPartition;
import org.springframework.web.client.RestClientException;

/// Drives the registration follower: records of the topic from its beginning, and registration's own answers.
///
/// The records are kept in memory only, so each start reads them all: about 50 µs each for the signature.
public final class DirectoryLoop implements EventHandler<Event>, AutoCloseable {

    private static final Metrics NAMES = new Metrics("endorser");
    private static final String FEATURE = "directory";

    private final RegistrationFollower follower;
    private final List<RegistrationInternalApi> registrations;
    private final InstantSource clock;
    private final EventLoop<Event> loop;
    private final OrderedTopicReader reader;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Counter gaps;
    private volatile long nextOffset;
    private boolean wasCatchingUp;
    private boolean wasBroken;

    public DirectoryLoop(
            String name,
            RegistrationFollower follower,
            List<RegistrationInternalApi> registrations,
            KafkaProperties kafka,
            DirectoryProperties properties,
            Surroundings surroundings) {
        this.follower = follower;
        this.registrations = List.copyOf(registrations);
        this.clock = surroundings.clock;
        this.loop = EventLoop.ticking(
                name,
                properties.eventsMax(),
                this,
                surroundings.faults,
                new EventLoop.Ticks<>(properties.tick(), clock, _ -> new Event.Tick()));
        this.reader = new OrderedTopicReader(
                kafka,
                name + "-reader",
                new TopicPartition(Topics.ENROLLMENTS, Topics.ONLY_PARTITION),
                () -> nextOffset,
                this::read,
                surroundings.faults);
        this.gaps = surroundings.meters.counter(NAMES.name(FEATURE, "gaps"));
        Gauge.builder(NAMES.name(FEATURE, "sequence"), follower::lastSequence).register(surroundings.meters);
        Gauge.builder(NAMES.name(FEATURE, "current"), () -> follower.isCurrent(clock.millis()) ? 1 : 0)
                .register(surroundings.meters);
    }

    /// What every loop has around it.
    public record Surroundings(FaultHandler faults, InstantSource clock, MeterRegistry meters) {}

    public void start() {
        loop.start();
        reader.start();
    }

    private void read(List<TopicRecord> batch) throws InterruptedException {
        for (TopicRecord message : batch) {
            try {
                loop.put(new Event.FromTopic(Bytes.of(message.value())));
            } catch (LoopStoppedException closing) {
                throw new Failure("the directory has stopped", closing);
            }
            nextOffset = message.offset() + 1;
        }
    }

    @Override
    public void on(Event event) {
        follower.on(event, clock.millis()).ifPresent(this::ask);
        report();
    }

    private void report() {
        if (follower.isCatchingUp() != wasCatchingUp) {
            wasCatchingUp = !wasCatchingUp;
            if (wasCatchingUp) {
                gaps.increment();
                EndorserLog.registrationGap(follower.lastSequence());
            } else if (!follower.isBroken()) {
                EndorserLog.registrationCurrent(follower.lastSequence());
            }
        }
        if (follower.isBroken() && !wasBroken) {
            wasBroken = true;
            EndorserLog.registrationBroken(follower.lastSequence());
        }
    }

    private void ask(Ask ask) {
        try {
            threads.execute(() -> answer(ask));
        } catch (RejectedExecutionException closing) {
            return;
        }
    }

    private void answer(Ask ask) {
        Event answer = new Event.NoAnswer();
        for (RegistrationInternalApi registration : registrations) {
            try {
                List<Bytes> records = new ArrayList<>();
                for (String encoded : registration.records(ask.after())) {
                    records.add(Bytes.of(Base64.getDecoder().decode(encoded)));
                }
                answer = new Event.Page(records);
                break;
            } catch (RestClientException | IllegalArgumentException failed) {
                EndorserLog.registrationSilent(failed.getClass().getSimpleName());
            }
        }
        try {
            loop.put(answer);
        } catch (InterruptedException | LoopStoppedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        reader.close();
        threads.shutdownNow();
        loop.close();
    }
}
