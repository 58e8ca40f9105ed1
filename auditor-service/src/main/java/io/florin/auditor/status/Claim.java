package io.florin.auditor.status;

import io.florin.crypto.Bytes;
import io.florin.ledger.TransactionId;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.runtime.identity.Peer;
import java.util.List;
import java.util.Optional;

/// What a committer says of a block: its checkpoint, its signature over that, and the statuses.
///
/// @param committer index into the configuration's committers
/// @param signature Ed25519 over the checkpoint
/// @param statuses in order; only to name a difference, since the checkpoint already covers them
/// @param evidence the signed bytes, where there are any
/// @param listener who was told so, empty where everybody was
public record Claim(
        Checkpoint checkpoint,
        int committer,
        Bytes signature,
        List<Said> statuses,
        Bytes evidence,
        Optional<Peer> listener) {

    /// @param id hex, empty where the transaction could not be read; none where only its place was told
    public record Said(long index, String status, Optional<String> id) {}

    public Claim {
        statuses = List.copyOf(statuses);
    }

    /// Told to everybody.
    public Claim(Checkpoint checkpoint, int committer, Bytes signature, List<Said> statuses, Bytes evidence) {
        this(checkpoint, committer, signature, statuses, evidence, Optional.empty());
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
                                Optional.of(
                                        outcome.id().map(TransactionId::toHex).orElse(""))))
                        .toList(),
                encoded);
    }

    long block() {
        return checkpoint.number();
    }
}
