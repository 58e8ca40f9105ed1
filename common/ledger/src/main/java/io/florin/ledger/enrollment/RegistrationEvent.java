package io.florin.ledger.enrollment;

import io.florin.crypto.Bytes32;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import java.nio.charset.StandardCharsets;

/// What registration tells everybody. No names: participants are institutions, people are hashed enrollment ids.
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
            default -> throw new DecodeException("unknown registration event");
        };
    }
}
