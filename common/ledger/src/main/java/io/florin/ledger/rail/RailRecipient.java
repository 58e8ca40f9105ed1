package io.florin.ledger.rail;

import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;

/// The receiving end of a transfer order. 33 bytes: kind 1, account or key 32.
public sealed interface RailRecipient {

    /// An account of the same rail.
    record OnRail(RailAccount account) implements RailRecipient {}

    /// An owner of the ledger: the money leaves the rail.
    record OnLedger(OwnerKey owner) implements RailRecipient {}

    default void writeTo(CanonicalWriter writer) {
        switch (this) {
            case OnRail(RailAccount account) -> writer.u8(1).fixed(account.value());
            case OnLedger(OwnerKey owner) -> writer.u8(2).fixed(owner.value());
        }
    }

    static RailRecipient readFrom(CanonicalReader reader) {
        int kind = reader.u8();
        return switch (kind) {
            case 1 -> new OnRail(new RailAccount(reader.fixed32()));
            case 2 -> new OnLedger(new OwnerKey(reader.fixed32()));
            default -> throw new DecodeException("unknown kind of recipient " + kind);
        };
    }
}
