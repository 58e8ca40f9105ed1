package io.florin.endorser.status.adapter;

import io.florin.crypto.Bytes;
import io.florin.endorser.EndorserLog;
import io.florin.endorser.protocol.FollowedPosition;
import io.florin.endorser.protocol.LedgerListener;
import io.florin.endorser.protocol.LedgerPosition;
import io.florin.endorser.protocol.ProvenStatus;
import io.florin.endorser.protocol.TransactionStore;
import io.florin.endorser.status.PositionFollower;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.Submission;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.TransactionStatus;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// The one place where the follower is driven: whoever reads a topic or asks a committer comes here, one at a time.
/// What is learned is durable before the others hear of it.
public final class FollowerDriver {

    private final PositionFollower follower;
    private final TransactionStore store;
    private final LedgerPositionStore followed;
    private final FollowedPosition view;
    private final LedgerListener listener;
    private final InstantSource clock;

    public FollowerDriver(
            NetworkId network,
            FollowedPosition view,
            TransactionStore store,
            LedgerPositionStore followed,
            LedgerListener listener,
            InstantSource clock) {
        this.follower = new PositionFollower(network, view.now());
        this.view = view;
        this.store = store;
        this.followed = followed;
        this.listener = listener;
        this.clock = clock;
    }

    /// @return false when no committer signed the record
    synchronized boolean onStatuses(Bytes encoded) {
        Optional<List<ProvenStatus>> statuses = follower.onStatuses(encoded);
        if (statuses.isEmpty()) {
            return false;
        }
        settle(statuses.get());
        moved();
        return true;
    }

    /// Keeps what a receipt proves.
    ///
    /// @return whether it proves a final status for the id
    synchronized boolean onReceipt(TransactionId id, Bytes encoded) {
        Optional<ProvenStatus> status = follower.onReceipt(id, encoded);
        status.ifPresent(proved -> settle(List.of(proved)));
        return status.isPresent();
    }

    /// Whether a receipt proves this status for the id; nothing is kept.
    synchronized boolean proves(TransactionId id, Bytes encoded, TransactionStatus wanted) {
        return follower.onReceipt(id, encoded)
                .filter(proved -> proved.status() == wanted)
                .isPresent();
    }

    synchronized void onResult(BlockResult result) {
        if (follower.onResult(result)) {
            moved();
        }
    }

    /// A change that is known to have committed.
    synchronized boolean onCommitted(ConfigurationChange change) {
        if (!follower.onCommitted(change)) {
            return false;
        }
        followed.adopted(change, clock.millis());
        EndorserLog.configurationAdopted(change.configuration().version());
        moved();
        return true;
    }

    private void settle(List<ProvenStatus> statuses) {
        for (Submission committed : store.settle(statuses, clock.millis())) {
            if (committed.transaction() instanceof ConfigurationChange change) {
                onCommitted(change);
            }
        }
        listener.settled(statuses.stream().map(ProvenStatus::id).toList());
    }

    private void moved() {
        LedgerPosition position = follower.position();
        if (position.height() != view.now().height()) {
            followed.height(position.height());
        }
        if (!position.equals(view.now())) {
            view.moveTo(position);
            listener.moved(position);
        }
    }
}
