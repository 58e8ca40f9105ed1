package io.florin.ledger.enrollment;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;

/// The rule by which everybody takes registration's records, wherever they come from (protocol decision 16): the next
/// number, registration's own signature, and of epochs the next one. Whatever else comes is refused and changes
/// nothing; what its reader does then is the reader's affair. One thread takes, any thread asks for the position.
public final class RecordSequence {

    private final NetworkId network;
    private final Bytes32 registrationKey;
    private volatile Position position;

    /// @param position where another sequence stopped, [Position#START] for the first record
    public RecordSequence(NetworkId network, Bytes32 registrationKey, Position position) {
        this.network = network;
        this.registrationKey = registrationKey;
        this.position = position;
    }

    /// Up to where records were taken.
    ///
    /// @param sequence of the last record, 0 before the first
    /// @param timeMillis registration's clock, the latest that a record has told
    /// @param epoch of credentials that began last, 0 before the first
    public record Position(long sequence, long timeMillis, long epoch) {

        public static final Position START = new Position(0, 0, 0);

        private Position after(RegistrationRecord record) {
            long next = record.event() instanceof CredentialEpoch begun ? begun.epoch() : epoch;
            return new Position(record.sequence(), Math.max(timeMillis, record.timeMillis()), next);
        }
    }

    /// Reasons for which a record is refused.
    public enum Fault {
        UNREADABLE,
        GAP,
        FORGED,
        OTHER_EPOCH
    }

    /// Results of taking a record.
    public sealed interface Verdict {

        /// It was the next one and is taken.
        record Next(RegistrationRecord record) implements Verdict {}

        /// One of its number was taken before.
        record Repeated() implements Verdict {}

        record Refused(Fault fault) implements Verdict {}
    }

    /// @param encoded a record as the topic and registration give it
    public Verdict take(Bytes encoded) {
        if (encoded.size() > RegistrationRecord.ENCODED_SIZE_MAX) {
            return new Verdict.Refused(Fault.UNREADABLE);
        }
        try {
            return take(RegistrationRecord.decode(encoded.toArray()));
        } catch (DecodeException unreadable) {
            return new Verdict.Refused(Fault.UNREADABLE);
        }
    }

    public Verdict take(RegistrationRecord record) {
        Position before = position;
        if (record.sequence() <= before.sequence()) {
            return new Verdict.Repeated();
        }
        if (record.sequence() != before.sequence() + 1) {
            return new Verdict.Refused(Fault.GAP);
        }
        if (!record.isAuthentic(network, registrationKey)) {
            return new Verdict.Refused(Fault.FORGED);
        }
        if (record.event() instanceof CredentialEpoch next && !next.follows(before.epoch())) {
            return new Verdict.Refused(Fault.OTHER_EPOCH);
        }
        position = before.after(record);
        return new Verdict.Next(record);
    }

    public Position position() {
        return position;
    }
}
