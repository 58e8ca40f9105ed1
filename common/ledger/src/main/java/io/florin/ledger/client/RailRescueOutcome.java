package io.florin.ledger.client;

import io.florin.crypto.Bytes;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.RescueOutcome;
import java.util.List;

/// Ends the rescue of a sequence on an instant rail by the statements of 2F + 1 authorities that froze it. Once it is
/// committed the rail's authorities check the statements themselves and do what they come to.
public record RailRescueOutcome(TransactionHeader header, RescueOutcome outcome) implements ClientTransaction {

    @Override
    public TransactionKind kind() {
        return TransactionKind.RAIL_RESCUE_OUTCOME;
    }

    @Override
    public List<Bytes> notes() {
        return List.of();
    }

    @Override
    public void writeBody(CanonicalWriter writer) {
        outcome.writeTo(writer);
    }

    @Override
    public void writeSignatures(CanonicalWriter writer) {
        // the statements have them
    }

    static RailRescueOutcome readFrom(TransactionHeader header, CanonicalReader reader) {
        return new RailRescueOutcome(header, RescueOutcome.readFrom(reader));
    }
}
