package io.florin.instant.inbox;

import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.TransferCertificate;

/// Notice of the shard of a sender to the shard of a recipient. Notices of one order travel the same outbox, so they
/// arrive in the order in which they were given. So a take-back never overtakes its credit.
public sealed interface Notice {

    /// The order is executed. Its certificate proves it to the receiver, who therefore cannot be made to mint.
    record Credit(TransferCertificate certificate) implements Notice {}

    /// The order is known to be final here.
    record Final(RailAccount recipient, Bytes32 orderId) implements Notice {}

    /// The order's sequence is void, and its execution is undone. Follows its credit, and nothing follows it.
    record TakeBack(RailAccount recipient, Bytes32 orderId) implements Notice {}

    default void writeTo(CanonicalWriter writer) {
        switch (this) {
            case Credit(TransferCertificate certificate) -> certificate.writeTo(writer.u8(1));
            case Final(RailAccount recipient, Bytes32 orderId) ->
                writer.u8(2).fixed(recipient.value()).fixed(orderId);
            case TakeBack(RailAccount recipient, Bytes32 orderId) ->
                writer.u8(3).fixed(recipient.value()).fixed(orderId);
        }
    }

    /// @throws DecodeException when the bytes are no notice
    static Notice readFrom(CanonicalReader reader) {
        int kind = reader.u8();
        return switch (kind) {
            case 1 -> new Credit(TransferCertificate.readFrom(reader));
            case 2 -> new Final(new RailAccount(reader.fixed32()), reader.fixed32());
            case 3 -> new TakeBack(new RailAccount(reader.fixed32()), reader.fixed32());
            default -> throw new DecodeException("unknown notice " + kind);
        };
    }
}
