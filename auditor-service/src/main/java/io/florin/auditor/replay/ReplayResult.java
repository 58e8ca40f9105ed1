package io.florin.auditor.replay;

import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.TransactionOutcome;
import java.util.List;

/// The own replay's result of a block, as it is stored: checkpoint, count u32, outcomes.
public record ReplayResult(Checkpoint checkpoint, List<TransactionOutcome> outcomes) {
    public ReplayResult {
        outcomes = List.copyOf(outcomes);
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(160 + outcomes.size() * 70);
        checkpoint.writeTo(writer);
        writer.u32(outcomes.size());
        outcomes.forEach(outcome -> outcome.writeTo(writer));
        return writer.toByteArray();
    }

    /// @throws io.florin.ledger.codec.DecodeException when the bytes are no result
    public static ReplayResult decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, reader -> {
            Checkpoint checkpoint = Checkpoint.readFrom(reader);
            int count = (int) Math.min(reader.u32(), Integer.MAX_VALUE);
            return new ReplayResult(
                    checkpoint,
                    reader.list(count, BlockStatuses.OUTCOMES_MAX, () -> TransactionOutcome.readFrom(reader)));
        });
    }
}
