package io.florin.ledger.client;

import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.codec.Domain;

/// A bank's request to change the supply: what officers sign. A withdrawal turns reserves into new tokens of the owner,
/// a redemption turns tokens of the owner back into reserves. 75 bytes.
///
/// @param id chosen by the bank; commits at most once for ever (protocol decision 11)
/// @param participant the bank, u16
/// @param owner the bank's treasury key, owner of the issued tokens or of the tokens to redeem
public record SupplyRequest(Direction direction, Bytes32 id, int participant, OwnerKey owner, Amount amount) {

    /// Codes are wire format.
    public enum Direction {
        WITHDRAWAL(1),
        REDEMPTION(2);

        private final int code;

        Direction(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }
    }

    public SupplyRequest {
        if (participant < 0 || participant > 0xFFFF) {
            throw new IllegalArgumentException("a participant id has 16 bits");
        }
        if (amount.isZero()) {
            throw new IllegalArgumentException("a supply request has an amount above zero");
        }
    }

    /// Bytes that an officer signs: domain, network, namespace, rules version, epoch 0, request.
    public byte[] officerMessage(NetworkId network, NamespaceId namespace, int rulesVersion) {
        return Domain.OFFICER_APPROVAL.message(network, namespace, rulesVersion, 0, encode());
    }

    /// Bytes that an officer signs of a withdrawal in a hidden currency: the same, and the tokens that are to come of
    /// it. Nobody can see whose they are, so without them the approval would be of anybody's issue.
    ///
    /// @param outputs [HiddenPayment#outputsDigest]
    public byte[] officerMessage(NetworkId network, NamespaceId namespace, int rulesVersion, Bytes32 outputs) {
        byte[] payload = new CanonicalWriter(107).fixed(encode()).fixed(outputs).toByteArray();
        return Domain.OFFICER_APPROVAL.message(network, namespace, rulesVersion, 0, payload);
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(75);
        writeTo(writer);
        return writer.toByteArray();
    }

    public static SupplyRequest decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, SupplyRequest::readFrom);
    }

    void writeTo(CanonicalWriter writer) {
        writer.u8(direction.code())
                .fixed(id)
                .u16(participant)
                .fixed(owner.value())
                .u63(amount.minorUnits());
    }

    static SupplyRequest readFrom(CanonicalReader reader) {
        Direction direction = switch (reader.u8()) {
            case 1 -> Direction.WITHDRAWAL;
            case 2 -> Direction.REDEMPTION;
            default -> throw new DecodeException("unknown direction of a supply request");
        };
        return new SupplyRequest(
                direction, reader.fixed32(), reader.u16(), new OwnerKey(reader.fixed32()), Amount.of(reader.u63()));
    }
}
