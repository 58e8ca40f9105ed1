package io.florin.ledger.client;

import io.florin.crypto.Bytes;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.RescueEvidence;
import java.util.List;

/// Begins the rescue of a sequence on an instant rail. Once it is committed the rail's authorities check the evidence
/// themselves and freeze the sequence. Nobody signs it: the evidence proves itself, whoever brings it.
public record RailRescue(TransactionHeader header, RescueEvidence evidence) implements ClientTransaction {

    @Override
    public TransactionKind kind() {
        return TransactionKind.RAIL_RESCUE;
    }

    @Override
    public List<Bytes> notes() {
        return List.of();
    }

    @Override
    public void writeBody(CanonicalWriter writer) {
        evidence.writeTo(writer);
    }

    @Override
    public void writeSignatures(CanonicalWriter writer) {
        // the evidence has them
    }

    static RailRescue readFrom(TransactionHeader header, CanonicalReader reader) {
        return new RailRescue(header, RescueEvidence.readFrom(reader));
    }
}
