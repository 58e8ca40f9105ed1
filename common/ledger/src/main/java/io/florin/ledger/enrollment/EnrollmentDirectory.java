package io.florin.ledger.enrollment;

import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Who is enrolled, built from registration records. One loop owns it.
///
/// States: following (records arrive in sequence), broken (a gap, a bad signature or an unreadable record was seen).
/// Broken is final until the directory is rebuilt from the first record: a lost revocation is worse than a pause.
public final class EnrollmentDirectory {

    private final NetworkId network;
    private final Bytes32 registrationKey;
    private final Map<OwnerKey, EnrollmentChanged> enrollments = new HashMap<>();
    private final Map<Integer, ParticipantChanged> participants = new HashMap<>();
    private long lastSequence;
    private long lastTimeMillis;
    private boolean broken;

    public EnrollmentDirectory(NetworkId network, Bytes32 registrationKey) {
        this.network = network;
        this.registrationKey = registrationKey;
    }

    /// Applies the next record; a repeat of an old one is ignored, anything else out of sequence breaks the directory.
    public void apply(RegistrationRecord record) {
        if (record.sequence() <= lastSequence) {
            return;
        }
        if (record.sequence() != lastSequence + 1 || !record.isAuthentic(network, registrationKey)) {
            broken = true;
            return;
        }
        lastSequence = record.sequence();
        lastTimeMillis = Math.max(lastTimeMillis, record.timeMillis());
        switch (record.event()) {
            case EnrollmentChanged enrollment -> enrollments.put(enrollment.owner(), enrollment);
            case ParticipantChanged participant -> participants.put(participant.participant(), participant);
            case Heartbeat() -> {}
        }
    }

    /// An unreadable record was seen.
    public void markBroken() {
        broken = true;
    }

    public boolean isBroken() {
        return broken;
    }

    /// True when records can be relied on at this time: nothing missing, and heard of within the limit.
    public boolean isCurrent(long nowMillis, long silenceMillisMax) {
        return !broken && lastSequence > 0 && nowMillis - lastTimeMillis <= silenceMillisMax;
    }

    public long lastSequence() {
        return lastSequence;
    }

    public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
        return Optional.ofNullable(enrollments.get(owner));
    }

    public Optional<ParticipantChanged> participant(int id) {
        return Optional.ofNullable(participants.get(id));
    }

    /// The standing that counts: the worse of the enrollment's own and its participant's.
    public Optional<Standing> standing(OwnerKey owner) {
        return enrollment(owner).map(enrollment -> {
            Standing own = enrollment.standing();
            Standing bank = participant(enrollment.participant())
                    .map(ParticipantChanged::standing)
                    .orElse(Standing.REVOKED);
            return own.compareTo(bank) >= 0 ? own : bank;
        });
    }
}
