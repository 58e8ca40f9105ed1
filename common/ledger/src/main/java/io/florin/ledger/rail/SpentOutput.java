package io.florin.ledger.rail;

import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;

/// Description of an output in the transaction that spends it. 77 bytes: id 37, owner 32, value 8. Its owner and value
/// are proved by the transaction that made the output, never by this.
///
/// @param owner the key whose hash the output names
/// @param value in minor units, above zero
public record SpentOutput(OutputId id, OwnerKey owner, Amount value) {

    /// @throws IllegalArgumentException if it is worth nothing
    public SpentOutput {
        if (value.isZero()) {
            throw new IllegalArgumentException("an output is worth more than nothing");
        }
    }

    public void writeTo(CanonicalWriter writer) {
        id.writeTo(writer);
        writer.fixed(owner.value()).u63(value.minorUnits());
    }

    public static SpentOutput readFrom(CanonicalReader reader) {
        return new SpentOutput(OutputId.readFrom(reader), new OwnerKey(reader.fixed32()), Amount.of(reader.u63()));
    }
}
