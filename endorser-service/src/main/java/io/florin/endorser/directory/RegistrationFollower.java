package io.florin.endorser.directory;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.endorser.protocol.Enrollments;
import io.florin.endorser.protocol.Moment;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.RecordSequence;
import io.florin.ledger.enrollment.RecordSequence.Position;
import io.florin.ledger.enrollment.RecordSequence.Verdict;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.enrollment.RegistrationRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Enrolled owners, built from registration's signed and numbered records (protocol decision 16). One loop writes, any
/// thread asks.
///
/// | state | when | then |
/// |---|---|---|
/// | start | with what another follower knew | catching up: the first tick asks registration for records since |
/// | following | the next record, authentic | applied |
/// | following | a record out of sequence, not authentic or unreadable | catching up: endorsing stops, records are asked from registration itself |
/// | following | silence of half the limit | records are asked from registration, endorsing goes on until the limit |
/// | catching up | a page of authentic records in sequence | applied; the next page is asked for, if by now anything is known that was not when this one was |
/// | catching up | an empty page: registration has no more | following |
/// | any | registration itself gives a record that is not authentic or not in sequence | broken, until a restart |
///
/// Only authentic records in sequence ever change what is known, wherever they come from.
public final class RegistrationFollower implements Enrollments {

    private enum State {
        FOLLOWING,
        CATCHING_UP,
        BROKEN
    }

    private final NetworkId network;
    private final Bytes32 registrationKey;
    private final long silenceMillisMax;
    private final long retryMillis;
    private final Map<OwnerKey, EnrollmentChanged> enrollments = new ConcurrentHashMap<>();
    private final Map<Integer, ParticipantChanged> participants = new ConcurrentHashMap<>();
    private final List<RegistrationRecord> applied = new ArrayList<>();
    private volatile @Nullable CredentialEpoch credentialEpoch;
    private volatile State state = State.FOLLOWING;
    private volatile RecordSequence sequence;
    private boolean asking;
    private long askedAfter;
    private long askedSteadyMillis;

    /// @param silenceMillisMax how long registration may be silent
    /// @param retryMillis how long to wait before records are asked for again
    public RegistrationFollower(NetworkId network, Bytes32 registrationKey, long silenceMillisMax, long retryMillis) {
        this.network = network;
        this.registrationKey = registrationKey;
        this.sequence = new RecordSequence(network, registrationKey, Position.START);
        this.silenceMillisMax = silenceMillisMax;
        this.retryMillis = retryMillis;
    }

    /// Goes on where another follower stopped, before the first event. Nothing is current until registration itself has
    /// said what came since.
    public void resume(KnownRecords known) {
        known.records().forEach(record -> take(record.event()));
        long epoch = credentialEpoch().map(CredentialEpoch::epoch).orElse(0L);
        sequence =
                new RecordSequence(network, registrationKey, new Position(known.sequence(), known.timeMillis(), epoch));
        state = State.CATCHING_UP;
    }

    /// The records applied since the last call, without heartbeats; for who keeps them.
    public List<RegistrationRecord> takeApplied() {
        List<RegistrationRecord> taken = List.copyOf(applied);
        applied.clear();
        return taken;
    }

    /// Whether no record is missing, as far as anybody said.
    public boolean isFollowing() {
        return state == State.FOLLOWING;
    }

    /// Events of the follower.
    public sealed interface Event {

        /// A record as the topic has it.
        record FromTopic(Bytes encoded) implements Event {}

        /// Registration's own answer to [Ask]; empty when it has no more. Where nothing came since the question, from
        /// nobody, it is asked again after a while.
        record Page(List<Bytes> encoded) implements Event {}

        /// Registration did not answer.
        record NoAnswer() implements Event {}

        record Tick() implements Event {}
    }

    /// Records after this sequence are to be asked from registration.
    public record Ask(long after) {}

    public Optional<Ask> on(Event event, Moment now) {
        if (state == State.BROKEN) {
            return Optional.empty();
        }
        return switch (event) {
            case Event.FromTopic(Bytes encoded) -> fromTopic(encoded, now);
            case Event.Page(List<Bytes> encoded) -> page(encoded, now);
            case Event.NoAnswer() -> {
                asking = false;
                yield Optional.empty();
            }
            case Event.Tick() -> tick(now);
        };
    }

    @Override
    public boolean isCurrent(long nowMillis) {
        Position last = sequence.position();
        return state == State.FOLLOWING && last.sequence() > 0 && nowMillis - last.timeMillis() <= silenceMillisMax;
    }

    /// Whether registration itself gave records that cannot be.
    public boolean isBroken() {
        return state == State.BROKEN;
    }

    /// Whether records are missing.
    public boolean isCatchingUp() {
        return state == State.CATCHING_UP;
    }

    public long lastSequence() {
        return sequence.position().sequence();
    }

    /// Registration's clock at its last record; 0 before the first.
    public long lastTimeMillis() {
        return sequence.position().timeMillis();
    }

    @Override
    public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
        return Optional.ofNullable(enrollments.get(owner));
    }

    @Override
    public Optional<Standing> standing(OwnerKey owner) {
        return enrollment(owner).map(enrollment -> {
            ParticipantChanged bank = participants.get(enrollment.participant());
            Standing ofBank = bank == null ? Standing.REVOKED : bank.standing();
            return enrollment.standing().compareTo(ofBank) >= 0 ? enrollment.standing() : ofBank;
        });
    }

    /// The epoch of credentials that began last; empty where no currency is hidden.
    @Override
    public Optional<CredentialEpoch> credentialEpoch() {
        return Optional.ofNullable(credentialEpoch);
    }

    private Optional<Ask> fromTopic(Bytes encoded, Moment now) {
        if (isRefused(encoded)) {
            state = State.CATCHING_UP;
            return ask(now);
        }
        return Optional.empty();
    }

    private Optional<Ask> page(List<Bytes> page, Moment now) {
        asking = false;
        if (page.isEmpty()) {
            state = State.FOLLOWING;
            return Optional.empty();
        }
        for (Bytes encoded : page) {
            if (isRefused(encoded)) {
                state = State.BROKEN;
                return Optional.empty();
            }
        }
        return lastSequence() > askedAfter ? ask(now) : Optional.empty();
    }

    private Optional<Ask> tick(Moment now) {
        boolean quiet = now.wallMillis() - lastTimeMillis() > silenceMillisMax / 2;
        boolean mayAsk = !asking && now.steadyMillis() - askedSteadyMillis >= retryMillis;
        return mayAsk && (quiet || state == State.CATCHING_UP) ? ask(now) : Optional.empty();
    }

    private Optional<Ask> ask(Moment now) {
        if (asking) {
            return Optional.empty();
        }
        asking = true;
        askedAfter = lastSequence();
        askedSteadyMillis = now.steadyMillis();
        return Optional.of(new Ask(askedAfter));
    }

    /// Takes a record, unless it is a repeat.
    private boolean isRefused(Bytes encoded) {
        return switch (sequence.take(encoded)) {
            case Verdict.Next(RegistrationRecord record) -> {
                take(record.event());
                if (!(record.event() instanceof Heartbeat)) {
                    applied.add(record);
                }
                yield false;
            }
            case Verdict.Repeated() -> false;
            case Verdict.Refused(var _) -> true;
        };
    }

    private void take(RegistrationEvent event) {
        switch (event) {
            case EnrollmentChanged enrollment -> enrollments.put(enrollment.owner(), enrollment);
            case ParticipantChanged participant -> participants.put(participant.participant(), participant);
            case CredentialEpoch epoch -> credentialEpoch = epoch;
            case Heartbeat() -> {}
        }
    }
}
