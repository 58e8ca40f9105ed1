package io.florin.ledger.enrollment;

import io.florin.crypto.Bytes32;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import java.nio.charset.StandardCharsets;

/// Events of registration's topic. No names: participants are institutions, people are hashed enrollment ids. Of hidden
/// currencies only the epochs of credentials: by whose scalar a hidden token is owned stands in no record.
public sealed interface RegistrationEvent {

    /// Standing of a participant or an enrollment. Codes are wire format.
    enum Standing {
        ACTIVE(1),
        SUSPENDED(2),
        REVOKED(3);

        private final int code;

        Standing(int code) {
            this.code = code;
        }

        static Standing ofCode(int code) {
            for (Standing standing : values()) {
                if (standing.code == code) {
                    return standing;
                }
            }
            throw new DecodeException("unknown standing");
        }
    }

    /// A bank was admitted or its standing changed.
    ///
    /// @param participant u16
    /// @param name at most 140 characters, whatever their number of bytes
    /// @param bic 8 or 11 characters
    record ParticipantChanged(int participant, String name, String bic, Standing standing)
            implements RegistrationEvent {

        public static final int NAME_MAX = 140;
        public static final int BIC_MAX = 11;

        /// A record that its readers refuse would stop every endorser, so it cannot be made.
        public ParticipantChanged {
            if (name.length() > NAME_MAX || bic.getBytes(StandardCharsets.UTF_8).length > BIC_MAX) {
                throw new IllegalArgumentException(
                        "a name has at most " + NAME_MAX + " characters, a BIC at most " + BIC_MAX);
            }
        }
    }

    /// An owner key was enrolled or its standing changed.
    ///
    /// @param enrollment SHA-256 of the enrollment id
    /// @param owner the Ed25519 key that owns tokens
    /// @param noteKey X25519 key for encrypted notes
    /// @param participant the bank where the owner was enrolled
    /// @param tier limits by identification
    /// @param custodial true where the bank holds the owner key
    record EnrollmentChanged(
            Bytes32 enrollment,
            OwnerKey owner,
            Bytes32 noteKey,
            int participant,
            int tier,
            boolean custodial,
            Standing standing)
            implements RegistrationEvent {}

    /// Nothing happened, and registration is alive.
    record Heartbeat() implements RegistrationEvent {}

    /// An epoch of anonymous credentials began (protocol decision 27). Each epoch is the one before plus one; whoever
    /// is not active when it begins has no credential of it.
    ///
    /// @param epoch u32, the first is 1
    /// @param startMillis registration's clock, milliseconds since 1970
    record CredentialEpoch(long epoch, long startMillis) implements RegistrationEvent {

        /// Time for which the epoch before is still taken, where nothing else is configured: time for wallets to fetch
        /// their new credentials and for payments under way to arrive.
        public static final long GRACE_MILLIS_DEFAULT = 60_000;

        public CredentialEpoch {
            if (epoch < 1 || epoch > 0xffff_ffffL || startMillis < 0) {
                throw new IllegalArgumentException("an epoch has a number from 1 on and a time");
            }
        }

        /// Whether a payment with a credential of this epoch is endorsed: of the current one, and for a while after its
        /// beginning of the one before.
        ///
        /// @param shown the epoch that the payment's statement names
        /// @param nowMillis the endorser's clock
        /// @param graceMillis how long the epoch before is still taken
        public boolean accepts(long shown, long nowMillis, long graceMillis) {
            return shown == epoch || shown == epoch - 1 && shown >= 1 && nowMillis - startMillis < graceMillis;
        }

        /// Whether a payment of this epoch may be on the ledger: for those who verify long after it was endorsed.
        public boolean hasBegun(long shown) {
            return shown >= 1 && shown <= epoch;
        }

        /// Whether this one may come next.
        ///
        /// @param before number of the epoch until now, 0 before the first
        public boolean follows(long before) {
            return epoch == before + 1;
        }
    }

    default void writeTo(CanonicalWriter writer) {
        switch (this) {
            case ParticipantChanged(int participant, String name, String bic, Standing standing) ->
                writer.u8(1).u16(participant).text(name).text(bic).u8(standing.code);
            case EnrollmentChanged event ->
                writer.u8(2)
                        .fixed(event.enrollment)
                        .fixed(event.owner.value())
                        .fixed(event.noteKey)
                        .u16(event.participant)
                        .u8(event.tier)
                        .flag(event.custodial)
                        .u8(event.standing.code);
            case Heartbeat() -> writer.u8(3);
            case CredentialEpoch(long epoch, long startMillis) ->
                writer.u8(4).u32(epoch).u63(startMillis);
        }
    }

    static RegistrationEvent readFrom(CanonicalReader reader) {
        return switch (reader.u8()) {
            case 1 ->
                new ParticipantChanged(
                        reader.u16(),
                        reader.text(3 * ParticipantChanged.NAME_MAX),
                        reader.text(ParticipantChanged.BIC_MAX),
                        Standing.ofCode(reader.u8()));
            case 2 ->
                new EnrollmentChanged(
                        reader.fixed32(),
                        new OwnerKey(reader.fixed32()),
                        reader.fixed32(),
                        reader.u16(),
                        reader.u8(),
                        reader.flag(),
                        Standing.ofCode(reader.u8()));
            case 3 -> new Heartbeat();
            case 4 -> new CredentialEpoch(reader.u32(), reader.u63());
            default -> throw new DecodeException("unknown registration event");
        };
    }
}
