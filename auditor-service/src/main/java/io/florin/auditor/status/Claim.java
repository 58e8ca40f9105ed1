package io.florin.auditor.status;

import io.florin.crypto.Bytes;
import io.florin.ledger.TransactionId;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import java.util.List;

/// What a committer says of a block: its checkpoint, its signature over that, and the statuses.
///
/// @param committer index into the configuration's committers
/// @param signature Ed25519 over the checkpoint
/// @param statuses in order; only to name a difference, since the checkpoint already covers them
/// @param evidence the signed bytes, where there are any
public record Claim(Checkpoint checkpoint, int committer, Bytes signature, List<Said> statuses, Bytes evidence) {

    /// @param id hex, empty where the transaction could not be read
    public record Said(long index, String status, String id) {}

    public Claim {
        statuses = List.copyOf(statuses);
    }

    /// Of a record whose status root is known to be that of its outcomes.
    public static Claim of(BlockStatuses statuses, Bytes encoded) {
        return new Claim(
                statuses.checkpoint(),
                statuses.committer(),
                statuses.signature(),
                statuses.outcomes().stream()
                        .map(outcome -> new Said(
                                outcome.index(),
                                outcome.status().name(),
                                outcome.id().map(TransactionId::toHex).orElse("")))
                        .toList(),
                encoded);
    }

    long block() {
        return checkpoint.number();
    }
}
