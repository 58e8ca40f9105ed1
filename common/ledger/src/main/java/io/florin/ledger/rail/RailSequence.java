package io.florin.ledger.rail;

import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;

/// The place of one order: a sequence of an account in one epoch. 78 bytes: scope 38, account 32, sequence 8.
///
/// It names a rescue as well: the ledger takes one rescue and one outcome for each.
public record RailSequence(RailScope scope, RailAccount account, long sequence) {

    /// @throws IllegalArgumentException if the sequence is negative
    public RailSequence {
        if (sequence < 0) {
            throw new IllegalArgumentException("a sequence is never negative");
        }
    }

    public static RailSequence of(TransferOrder order) {
        return new RailSequence(order.scope(), order.sender(), order.sequence());
    }

    public void writeTo(CanonicalWriter writer) {
        scope.writeTo(writer);
        writePlaceTo(writer);
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(78);
        writeTo(writer);
        return writer.toByteArray();
    }

    /// Without the scope, which every statement begins with.
    void writePlaceTo(CanonicalWriter writer) {
        writer.fixed(account.value()).u63(sequence);
    }

    public static RailSequence readFrom(CanonicalReader reader) {
        return new RailSequence(RailScope.readFrom(reader), new RailAccount(reader.fixed32()), reader.u63());
    }
}
