package io.florin.auditor.status;

import io.florin.crypto.Bytes;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.runtime.internal.Peer;
import java.util.List;
import java.util.Optional;

/// A committer's word on a block: its checkpoint, its signature over that, and the statuses.
///
/// @param committer index into the configuration's committers
/// @param signature Ed25519 over the checkpoint
/// @param outcomes in order; only to name a difference, since the checkpoint already covers them; a listener shows
///     statuses by place alone, without ids and digests
/// @param evidence the signed bytes, where there are any
/// @param listener who was told so, empty where everybody was
public record CommitterClaim(
        Checkpoint checkpoint,
        int committer,
        Bytes signature,
        List<TransactionOutcome> outcomes,
        Bytes evidence,
        Optional<Peer> listener) {

    public CommitterClaim {
        outcomes = List.copyOf(outcomes);
    }

    /// Told to everybody, with a status root that is known to be that of the outcomes.
    public static CommitterClaim of(BlockStatuses statuses, Bytes encoded) {
        return new CommitterClaim(
                statuses.checkpoint(),
                statuses.committer(),
                statuses.signature(),
                statuses.outcomes(),
                encoded,
                Optional.empty());
    }

    long block() {
        return checkpoint.number();
    }
}
