package io.florin.auditor.directory.adapter;

import io.florin.auditor.AuditorLog;
import io.florin.auditor.directory.RegistrationRecords;
import io.florin.auditor.protocol.EnrolledOwners;
import io.florin.crypto.Bytes;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.chain.RecordPage;
import io.florin.runtime.http.OutboundCalls;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.OrderedTopicReader;
import io.florin.runtime.kafka.TopicRecord;
import io.florin.runtime.kafka.Topics;
import io.florin.runtime.loop.EventLoop;
import io.florin.runtime.service.FaultHandler;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.TopicPartition;
import org.springframework.context.SmartLifecycle;
import org.springframework.web.client.RestClientException;

/// Reads registration's topic from its first record at each start, and asks registration itself where the topic has a
/// gap or is silent.
public final class DirectoryFollower implements EnrolledOwners, SmartLifecycle {

    private record Tick() {}

    private final RegistrationRecords records;
    private final String name;
    private final KafkaProperties kafka;
    private final Optional<RegistrationInternalApi> registration;
    private final FaultHandler faults;
    private final InstantSource clock;
    private final OrderedTopicReader reader;
    private final EventLoop<Tick> loop;
    private volatile boolean running;
    private boolean alarmed;

    /// @param registration empty where its address is not configured
    DirectoryFollower(
            RegistrationRecords records,
            String name,
            KafkaProperties kafka,
            Optional<RegistrationInternalApi> registration,
            FaultHandler faults,
            InstantSource clock,
            DirectoryProperties properties) {
        this.records = records;
        this.name = name;
        this.kafka = kafka;
        this.registration = registration;
        this.faults = faults;
        this.clock = clock;
        this.reader = new OrderedTopicReader(
                kafka,
                name + "-registration",
                new TopicPartition(Topics.ENROLLMENTS, Topics.ONLY_PARTITION),
                () -> 0,
                batch -> batch.forEach((TopicRecord message) -> records.apply(Bytes.of(message.value()))),
                this::readerStopped);
        this.loop = EventLoop.ticking(
                name + "-directory",
                1,
                _ -> tick(),
                faults,
                new EventLoop.Ticks<>(properties.poll(), clock, _ -> new Tick()));
    }

    private void readerStopped(String component, Throwable bug) {
        if (bug.getCause() instanceof InvalidOffsetException) {
            AuditorLog.topicLost(Topics.ENROLLMENTS, String.valueOf(bug.getMessage()));
        } else {
            faults.stopped(component, bug);
        }
    }

    private void tick() {
        boolean broken = records.isBroken();
        if (broken != alarmed) {
            alarmed = broken;
            if (broken) {
                AuditorLog.registrationMissing(records.lastSequence());
            } else {
                AuditorLog.registrationComplete(records.lastSequence());
            }
        }
        if (registration.isEmpty() || (!broken && !records.isQuiet(clock.millis()))) {
            return;
        }
        try {
            if (broken) {
                rebuild(registration.get());
            } else {
                goOn(registration.get());
            }
        } catch (RestClientException silent) {
            AuditorLog.registrationSilent(OutboundCalls.reason(silent));
        }
    }

    private void goOn(RegistrationInternalApi registration) {
        long before = -1;
        while (records.lastSequence() > before && !records.isBroken()) {
            before = records.lastSequence();
            RecordPage.wholeAfter(registration::records, before).forEach(records::apply);
        }
    }

    private void rebuild(RegistrationInternalApi registration) {
        RegistrationRecords.Rebuild rebuild = records.new Rebuild();
        long before = -1;
        while (rebuild.lastSequence() > before && !rebuild.isBroken()) {
            before = rebuild.lastSequence();
            rebuild.apply(RecordPage.wholeAfter(registration::records, before));
        }
        rebuild.adopt();
    }

    @Override
    public boolean isCurrent() {
        return records.isCurrent(clock.millis());
    }

    @Override
    public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
        return records.enrollment(owner);
    }

    @Override
    public Optional<Standing> standing(OwnerKey owner) {
        return records.standing(owner);
    }

    @Override
    public Set<Long> credentialEpochs() {
        long now = clock.millis();
        return records.credentialEpoch().stream()
                .flatMap(epoch -> Stream.of(epoch.epoch() - 1, epoch.epoch())
                        .filter(shown -> epoch.accepts(shown, now, CredentialEpoch.GRACE_MILLIS_DEFAULT)))
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public long lastSequence() {
        return records.lastSequence();
    }

    @Override
    public void start() {
        running = true;
        reader.start();
        loop.start();
    }

    @Override
    public void stop() {
        running = false;
        loop.close();
        reader.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
