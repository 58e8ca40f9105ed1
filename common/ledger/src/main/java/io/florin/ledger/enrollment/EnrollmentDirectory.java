package io.florin.ledger.enrollment;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.enrollment.RecordSequence.Position;
import io.florin.ledger.enrollment.RecordSequence.Verdict;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Enrolled owners, built from registration records. One loop owns it.
///
/// States: following (records arrive in sequence), broken (a gap, a bad signature or an unreadable record was seen).
/// Broken is final until the directory is rebuilt from the first record: a lost revocation is worse than a pause.
public final class EnrollmentDirectory {

    private static final int VERSION = 1;

    private final Map<OwnerKey, EnrollmentChanged> enrollments = new HashMap<>();
    private final Map<Integer, ParticipantChanged> participants = new HashMap<>();
    private @Nullable CredentialEpoch credentialEpoch;
    private RecordSequence sequence;
    private boolean broken;

    public EnrollmentDirectory(NetworkId network, Bytes32 registrationKey) {
        this.sequence = new RecordSequence(network, registrationKey, Position.START);
    }

    /// Applies the next record; a repeat of an old one is ignored, anything else out of sequence breaks the directory.
    public void apply(RegistrationRecord record) {
        apply(sequence.take(record));
    }

    /// The same of a record as the topic and registration give it; one that cannot be read breaks the directory.
    ///
    /// @return what became of it
    public Verdict apply(Bytes encoded) {
        return apply(sequence.take(encoded));
    }

    private Verdict apply(Verdict verdict) {
        switch (verdict) {
            case Verdict.Next(RegistrationRecord next) -> take(next.event());
            case Verdict.Repeated() -> {}
            case Verdict.Refused(var _) -> broken = true;
        }
        return verdict;
    }

    private void take(RegistrationEvent event) {
        switch (event) {
            case EnrollmentChanged enrollment -> enrollments.put(enrollment.owner(), enrollment);
            case ParticipantChanged participant -> participants.put(participant.participant(), participant);
            case CredentialEpoch epoch -> credentialEpoch = epoch;
            case Heartbeat() -> {}
        }
    }

    /// Everything that is known, to go on from later: version u8 = 1, sequence u63, time u63, number of events u32,
    /// then the last event of each participant, ascending by id, of each owner, ascending by key, and of the epoch if
    /// there is one. Whoever keeps it seals it: the records' own signatures are not in it.
    ///
    /// @throws IllegalStateException when the directory is broken
    public byte[] encode() {
        if (broken) {
            throw new IllegalStateException("a broken directory is not kept");
        }
        CanonicalWriter writer = new CanonicalWriter(64 + 128 * enrollments.size())
                .u8(VERSION)
                .u63(sequence.position().sequence())
                .u63(sequence.position().timeMillis())
                .u32((long) participants.size() + enrollments.size() + (credentialEpoch == null ? 0 : 1));
        participants.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(participant -> participant.getValue().writeTo(writer));
        enrollments.values().stream()
                .sorted(Comparator.comparing(enrollment -> enrollment.owner().value()))
                .forEach(enrollment -> enrollment.writeTo(writer));
        credentialEpoch().ifPresent(epoch -> epoch.writeTo(writer));
        return writer.toByteArray();
    }

    /// Goes on from what [#encode] gave.
    ///
    /// @throws DecodeException when the bytes are none of it
    public static EnrollmentDirectory resume(NetworkId network, Bytes32 registrationKey, byte[] encoded) {
        return CanonicalReader.decode(encoded, reader -> {
            if (reader.u8() != VERSION) {
                throw new DecodeException("directory of another version");
            }
            EnrollmentDirectory directory = new EnrollmentDirectory(network, registrationKey);
            long lastSequence = reader.u63();
            long lastTimeMillis = reader.u63();
            for (long count = reader.u32(); count > 0; count--) {
                directory.take(RegistrationEvent.readFrom(reader));
            }
            long epoch = directory.credentialEpoch().map(CredentialEpoch::epoch).orElse(0L);
            directory.sequence =
                    new RecordSequence(network, registrationKey, new Position(lastSequence, lastTimeMillis, epoch));
            return directory;
        });
    }

    public boolean isBroken() {
        return broken;
    }

    /// True when records can be relied on at this time: nothing missing, and heard of within the limit.
    public boolean isCurrent(long nowMillis, long silenceMillisMax) {
        Position last = sequence.position();
        return !broken && last.sequence() > 0 && nowMillis - last.timeMillis() <= silenceMillisMax;
    }

    public long lastSequence() {
        return sequence.position().sequence();
    }

    /// Registration's clock, the latest that a record has told; 0 before the first.
    public long lastTimeMillis() {
        return sequence.position().timeMillis();
    }

    /// The epoch of credentials that began last; empty where no currency is hidden. Whoever applies it asks
    /// [CredentialEpoch#accepts].
    public Optional<CredentialEpoch> credentialEpoch() {
        return Optional.ofNullable(credentialEpoch);
    }

    public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
        return Optional.ofNullable(enrollments.get(owner));
    }

    /// All participants, in no order.
    public List<ParticipantChanged> participants() {
        return List.copyOf(participants.values());
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
