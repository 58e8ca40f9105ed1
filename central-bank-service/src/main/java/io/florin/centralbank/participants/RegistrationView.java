package io.florin.centralbank.participants;

import io.florin.centralbank.protocol.Treasuries;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.EnrollmentDirectory;
import io.florin.ledger.enrollment.RecordSequence.Verdict;
import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.enrollment.RegistrationRecord;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/// The directory of enrollments in memory, and where its records go on in the topic. The topic's reader writes,
/// everybody else reads; a lock keeps them apart.
///
/// A gap, a bad signature or an unreadable record breaks it for good: requests are then put off, not guessed about.
public final class RegistrationView implements Treasuries {
    private final NetworkId network;
    private final Bytes32 registrationKey;
    private final long silenceMillisMax;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Integer, ParticipantChanged> participants = new TreeMap<>();
    private EnrollmentDirectory directory;
    private long nextOffset;

    public RegistrationView(NetworkId network, Bytes32 registrationKey, long silenceMillisMax, InstantSource clock) {
        this.network = network;
        this.registrationKey = registrationKey;
        this.directory = new EnrollmentDirectory(network, registrationKey);
        this.silenceMillisMax = silenceMillisMax;
        this.clock = clock;
    }

    /// State to go on from after a restart.
    ///
    /// @param content the encoded directory
    public record Kept(long sequence, long nextOffset, byte[] content) {}

    /// Goes on from what was kept, before the first record.
    public void resume(Kept kept) {
        lock.lock();
        try {
            directory = EnrollmentDirectory.resume(network, registrationKey, kept.content());
            directory.participants().forEach(bank -> participants.put(bank.participant(), bank));
            nextOffset = kept.nextOffset();
        } finally {
            lock.unlock();
        }
    }

    /// State to keep; empty before the first record and once the directory is broken.
    public Optional<Kept> kept() {
        lock.lock();
        try {
            return directory.isBroken() || directory.lastSequence() == 0
                    ? Optional.empty()
                    : Optional.of(new Kept(directory.lastSequence(), nextOffset, directory.encode()));
        } finally {
            lock.unlock();
        }
    }

    /// Position in the topic from which to go on.
    public long nextOffset() {
        lock.lock();
        try {
            return nextOffset;
        } finally {
            lock.unlock();
        }
    }

    /// Takes the next record of the topic; repeats are ignored.
    ///
    /// @param offsetAfter the position after it
    public void apply(byte[] encoded, long offsetAfter) {
        lock.lock();
        try {
            nextOffset = offsetAfter;
            if (directory.apply(Bytes.of(encoded)) instanceof Verdict.Next(RegistrationRecord next)
                    && next.event() instanceof ParticipantChanged changed) {
                participants.put(changed.participant(), changed);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isCurrent() {
        lock.lock();
        try {
            return directory.isCurrent(clock.millis(), silenceMillisMax);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<Owner> owner(OwnerKey key) {
        lock.lock();
        try {
            return directory
                    .enrollment(key)
                    .map(enrollment -> new Owner(
                            enrollment.participant(),
                            enrollment.tier() == Tier.TREASURY,
                            directory.standing(key).orElse(Standing.REVOKED),
                            enrollment.noteKey()));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String bank(int participant) {
        lock.lock();
        try {
            ParticipantChanged known = participants.get(participant);
            return "bank " + participant + (known == null ? "" : " (" + known.name() + ")");
        } finally {
            lock.unlock();
        }
    }

    /// Banks in order of their ids.
    public List<Bank> participants() {
        lock.lock();
        try {
            return participants.values().stream()
                    .map(bank -> new Bank(
                            bank.participant(),
                            bank.name(),
                            bank.bic(),
                            bank.standing().name()))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    public long lastSequence() {
        lock.lock();
        try {
            return directory.lastSequence();
        } finally {
            lock.unlock();
        }
    }

    /// @param standing `ACTIVE`, `SUSPENDED` or `REVOKED`
    @Schema(description = "A bank, as registration's records say")
    public record Bank(
            @Schema(description = "Id of the bank") int id,
            @Schema(description = "Name") String name,
            @Schema(description = "BIC") String bic,

            @Schema(
                    description = "Whether it may take part",
                    allowableValues = {"ACTIVE", "SUSPENDED", "REVOKED"})
            String standing) {}
}
