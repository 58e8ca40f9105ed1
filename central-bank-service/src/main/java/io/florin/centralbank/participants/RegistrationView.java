package io.florin.centralbank.participants;

import io.florin.centralbank.protocol.Treasuries;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.EnrollmentDirectory;
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

/// The directory of enrollments in memory, built anew from the first record at each start. The topic's reader writes,
/// everybody else reads; a lock keeps them apart.
///
/// A gap, a bad signature or an unreadable record breaks it for good: requests are then put off, not guessed about.
public final class RegistrationView implements Treasuries {
    private final EnrollmentDirectory directory;
    private final long silenceMillisMax;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Integer, ParticipantChanged> participants = new TreeMap<>();

    public RegistrationView(NetworkId network, Bytes32 registrationKey, long silenceMillisMax, InstantSource clock) {
        this.directory = new EnrollmentDirectory(network, registrationKey);
        this.silenceMillisMax = silenceMillisMax;
        this.clock = clock;
    }

    /// Takes the next record of the topic; repeats are ignored.
    public void apply(byte[] encoded) {
        lock.lock();
        try {
            RegistrationRecord record = RegistrationRecord.decode(encoded);
            boolean next = record.sequence() == directory.lastSequence() + 1;
            directory.apply(record);
            if (next && !directory.isBroken() && record.event() instanceof ParticipantChanged changed) {
                participants.put(changed.participant(), changed);
            }
        } catch (DecodeException unreadable) {
            directory.markBroken();
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
