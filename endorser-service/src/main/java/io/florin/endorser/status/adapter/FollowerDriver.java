package io.florin.endorser.status.adapter;

import io.florin.crypto.Bytes;
import io.florin.endorser.EndorserLog;
import io.florin.endorser.protocol.ConfigurationBetween;
import io.florin.endorser.protocol.FollowedPosition;
import io.florin.endorser.protocol.LedgerListener;
import io.florin.endorser.protocol.LedgerPosition;
import io.florin.endorser.protocol.ProvenStatus;
import io.florin.endorser.protocol.StatusPosition;
import io.florin.endorser.protocol.TransactionStore;
import io.florin.endorser.status.PositionFollower;
import io.florin.endorser.status.PositionFollower.ToldStatuses;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.Submission;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.kafka.TopicRecord;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The one place where the follower is driven: whoever reads a topic or asks a committer comes here, one at a time.
/// Statuses and configurations are durable before the others hear of them.
public final class FollowerDriver {

    private static final int TOGETHER_MAX = 32;

    private final PositionFollower follower;
    private final TransactionStore store;
    private final LedgerPositionStore followed;
    private final FollowedPosition view;
    private final LedgerListener listener;
    private final InstantSource clock;

    /// The height that the store keeps, or will with the next statuses that concern it.
    private long toldHeight;

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
        this.toldHeight = view.now().height();
    }

    /// Records of the topic of statuses, in their order. What they tell of many blocks is kept in one commit, with how
    /// far the topic is read.
    ///
    /// @return those that no committer signed
    synchronized List<TopicRecord> onStatuses(List<TopicRecord> records) {
        List<TopicRecord> untrusted = new ArrayList<>();
        for (int from = 0; from < records.size(); from += TOGETHER_MAX) {
            List<TopicRecord> together = records.subList(from, Math.min(records.size(), from + TOGETHER_MAX));
            try {
                untrusted.addAll(follow(together));
            } catch (ConfigurationBetween change) {
                together.forEach(each -> untrusted.addAll(follow(List.of(each))));
            }
        }
        return untrusted;
    }

    private List<TopicRecord> follow(List<TopicRecord> records) {
        Map<TransactionId, ProvenStatus> statuses = new LinkedHashMap<>();
        List<TopicRecord> untrusted = new ArrayList<>();
        long block = 0;
        for (TopicRecord message : records) {
            Optional<ToldStatuses> told = follower.statuses(Bytes.of(message.value()));
            if (told.isPresent()) {
                told.get().statuses().forEach(status -> statuses.putIfAbsent(status.id(), status));
                block = Math.max(block, told.get().block());
            } else {
                untrusted.add(message);
            }
        }
        if (records.size() > 1 && !untrusted.isEmpty()) {
            // signed perhaps by whom a change in front of it names: each is checked by itself then
            throw new ConfigurationBetween(block);
        }
        TopicRecord last = records.getLast();
        var read = new StatusPosition(block, last.topic(), last.partition(), last.offset() + 1);
        List<ProvenStatus> all = List.copyOf(statuses.values());
        List<Submission> changes = store.settle(all, read, clock.millis());
        follower.reached(block);
        toldHeight = Math.max(toldHeight, block);
        tell(all, changes);
        moved();
        return untrusted;
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
        tell(statuses, store.settle(statuses, clock.millis()));
    }

    private void tell(List<ProvenStatus> statuses, List<Submission> changes) {
        for (Submission committed : changes) {
            if (committed.transaction() instanceof ConfigurationChange change) {
                onCommitted(change);
            }
        }
        listener.settled(statuses.stream().map(ProvenStatus::id).toList());
    }

    private void moved() {
        LedgerPosition position = follower.position();
        if (position.height() > toldHeight) {
            followed.height(position.height());
            toldHeight = position.height();
        }
        if (!position.equals(view.now())) {
            view.moveTo(position);
            listener.moved(position);
        }
    }
}
