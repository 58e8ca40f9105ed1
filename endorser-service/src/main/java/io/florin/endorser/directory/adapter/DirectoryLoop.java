package io.florin.endorser.directory.adapter;

import io.florin.crypto.Bytes;
import io.florin.endorser.EndorserLog;
import io.florin.endorser.directory.RegistrationFollower;
import io.florin.endorser.directory.RegistrationFollower.Ask;
import io.florin.endorser.directory.RegistrationFollower.Event;
import io.florin.endorser.directory.adapter.DirectoryLoop.Message;
import io.florin.endorser.directory.adapter.DirectoryStore.Position;
import io.florin.endorser.protocol.Clocks;
import io.florin.ledger.enrollment.RegistrationRecord;
import io.florin.runtime.Failure;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.chain.FirstThatAnswers;
import io.florin.runtime.chain.RecordPage;
import io.florin.runtime.database.DatabaseAway;
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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.TopicPartition;

/// Drives the registration follower: records of the topic, and registration's own answers.
///
/// What is known is kept in the database every few seconds while no record is missing, and at the end; a start goes on
/// there. Each record costs about 50 µs once, for its signature.
public final class DirectoryLoop implements EventHandler<Message>, AutoCloseable {

    private static final Metrics NAMES = new Metrics("endorser");
    private static final String FEATURE = "directory";
    private static final long SAVE_WAIT_SECONDS = 5;

    private final String name;
    private final FaultHandler faults;
    private final RegistrationFollower follower;
    private final FirstThatAnswers<RegistrationInternalApi> registrations;
    private final Clocks clocks;
    private final EventLoop<Message> loop;
    private final OrderedTopicReader reader;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ExecutorService saves = Executors.newVirtualThreadPerTaskExecutor();
    private final Counter gaps;
    private final DirectoryStore store;
    private final long saveMillis;
    private final List<RegistrationRecord> unsaved = new ArrayList<>();
    private final Counter taken;
    private volatile long nextOffset;
    private long handledOffset;
    private long savedSteadyMillis;
    private long savedSequence;
    private boolean saving;
    private boolean wasCatchingUp;
    private boolean wasBroken;

    public DirectoryLoop(
            String name,
            RegistrationFollower follower,
            KafkaProperties kafka,
            List<RegistrationInternalApi> registrations,
            DirectoryStore store,
            DirectoryProperties properties,
            Surroundings surroundings) {
        this.name = name;
        this.faults = surroundings.faults;
        this.follower = follower;
        this.registrations = new FirstThatAnswers<>(registrations, EndorserLog::registrationSilent);
        this.store = store;
        this.saveMillis = properties.save().toMillis();
        this.clocks = new Clocks(surroundings.clock);
        this.loop = EventLoop.ticking(
                name,
                properties.eventsMax(),
                this,
                faults,
                new EventLoop.Ticks<>(properties.tick(), clocks.steady(), _ -> new Message.Told(new Event.Tick())));
        this.reader = new OrderedTopicReader(
                kafka,
                name + "-reader",
                new TopicPartition(Topics.ENROLLMENTS, Topics.ONLY_PARTITION),
                () -> nextOffset,
                this::read,
                this::readerStopped);
        this.taken = surroundings.meters.counter(NAMES.name(FEATURE, "records"));
        this.gaps = surroundings.meters.counter(NAMES.name(FEATURE, "gaps"));
        Gauge.builder(NAMES.name(FEATURE, "sequence"), follower::lastSequence).register(surroundings.meters);
        Gauge.builder(
                        NAMES.name(FEATURE, "current"),
                        () -> follower.isCurrent(clocks.now().wallMillis()) ? 1 : 0)
                .register(surroundings.meters);
    }

    /// Surroundings of every loop.
    public record Surroundings(FaultHandler faults, InstantSource clock, MeterRegistry meters) {}

    /// Events of the loop.
    public sealed interface Message {

        /// @param nextOffset of the topic
        record Read(Bytes encoded, long nextOffset) implements Message {}

        record Told(Event event) implements Message {}

        record Saved(long sequence) implements Message {}

        /// The database did not answer; the records are to be kept later.
        record NotSaved(List<RegistrationRecord> records) implements Message {}
    }

    public void start() {
        store.load().ifPresent(kept -> {
            follower.resume(kept.known());
            nextOffset = kept.nextOffset();
            handledOffset = kept.nextOffset();
            savedSequence = kept.known().sequence();
            wasCatchingUp = true;
            EndorserLog.registrationResumed(savedSequence);
        });
        loop.start();
        reader.start();
    }

    private void read(List<TopicRecord> batch) throws InterruptedException {
        for (TopicRecord message : batch) {
            try {
                loop.put(new Message.Read(Bytes.of(message.value()), message.offset() + 1));
            } catch (LoopStoppedException closing) {
                throw new Failure("the directory has stopped", closing);
            }
            nextOffset = message.offset() + 1;
        }
    }

    /// A topic that was lost costs nothing: registration has its records, and the next start reads the topic from its
    /// beginning.
    private void readerStopped(String component, Throwable bug) {
        if (bug.getCause() instanceof InvalidOffsetException) {
            EndorserLog.registrationTopicLost();
            loop.offer(new Message.Read(Bytes.EMPTY, 0));
        } else {
            faults.stopped(component, bug);
        }
    }

    @Override
    public void on(Message message) {
        switch (message) {
            case Message.Read(Bytes encoded, long next) -> {
                tell(new Event.FromTopic(encoded));
                handledOffset = next;
            }
            case Message.Told(Event event) -> {
                tell(event);
                if (event instanceof Event.Tick) {
                    saveIfDue();
                }
            }
            case Message.Saved(long sequence) -> {
                saving = false;
                savedSequence = sequence;
            }
            case Message.NotSaved(List<RegistrationRecord> records) -> {
                saving = false;
                unsaved.addAll(0, records);
            }
        }
    }

    private void tell(Event event) {
        long before = follower.lastSequence();
        follower.on(event, clocks.now()).ifPresent(this::ask);
        taken.increment(follower.lastSequence() - before);
        unsaved.addAll(follower.takeApplied());
        report();
    }

    private void saveIfDue() {
        long steadyMillis = clocks.steady().millis();
        if (saving || steadyMillis - savedSteadyMillis < saveMillis || !hasMore()) {
            return;
        }
        savedSteadyMillis = steadyMillis;
        saving = true;
        Position position = position();
        List<RegistrationRecord> records = List.copyOf(unsaved);
        unsaved.clear();
        execute(saves, () -> {
            Message answer =
                    save(position, records) ? new Message.Saved(position.sequence()) : new Message.NotSaved(records);
            putAnswer(answer);
        });
    }

    private boolean hasMore() {
        return follower.isFollowing() && follower.lastSequence() > savedSequence;
    }

    private Position position() {
        return new Position(follower.lastSequence(), follower.lastTimeMillis(), handledOffset);
    }

    private boolean save(Position position, List<RegistrationRecord> records) {
        try {
            store.save(position, records);
            return true;
        } catch (RuntimeException away) {
            if (!DatabaseAway.isBehind(away)) {
                faults.stopped(name + "-saves", away);
            }
            EndorserLog.registrationNotKept(away.getClass().getSimpleName());
            return false;
        }
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
        execute(threads, () -> answer(ask));
    }

    private static void execute(ExecutorService executor, Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException closing) {
            return;
        }
    }

    private void answer(Ask ask) {
        Event answer = registrations
                .ask(
                        registration -> Optional.of(RecordPage.wholeAfter(registration::records, ask.after())),
                        System.nanoTime())
                .<Event>map(Event.Page::new)
                .orElseGet(Event.NoAnswer::new);
        putAnswer(new Message.Told(answer));
    }

    private void putAnswer(Message answer) {
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
        saves.shutdown();
        try {
            if (!saves.awaitTermination(SAVE_WAIT_SECONDS, TimeUnit.SECONDS)) {
                EndorserLog.registrationNotKept("slow");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        loop.close();
        if (!saving && hasMore()) {
            save(position(), unsaved);
        }
    }
}
