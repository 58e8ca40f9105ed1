package io.florin.ledger.rail;

import io.florin.ledger.Amount;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;

/// An output that a transaction makes. 41 bytes: recipient 33, value 8.
///
/// @param recipient the hash of its owner's key, or an owner of the ledger: then the money leaves the rail, and nobody
/// spends it here
/// @param value in minor units, above zero
public record MadeOutput(RailRecipient recipient, Amount value) {

    /// @throws IllegalArgumentException if it is worth nothing
    public MadeOutput {
        if (value.isZero()) {
            throw new IllegalArgumentException("an output is worth more than nothing");
        }
    }

    public void writeTo(CanonicalWriter writer) {
        recipient.writeTo(writer);
        writer.u63(value.minorUnits());
    }

    public static MadeOutput readFrom(CanonicalReader reader) {
        return new MadeOutput(RailRecipient.readFrom(reader), Amount.of(reader.u63()));
    }
}
