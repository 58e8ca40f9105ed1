package io.florin.endorser.signing.adapter;

import io.florin.endorser.EndorserLog;
import io.florin.ledger.NamespaceId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The latest epoch of each peer's ledger of one-time secrets that was seen in something the peer prepared, kept over
/// restarts. A peer with an earlier one runs from an old copy of its ledger and is not signed with; it is told when it
/// asks. Any thread.
public final class NonceEpochs {

    private final Store store;
    private final Map<Name, Long> known = new ConcurrentHashMap<>();

    /// Of which ledger.
    ///
    /// @param endorser whose it is
    public record Name(NamespaceId namespace, long keyEpoch, int endorser) {}

    /// Keeps epochs durably.
    public interface Store {

        /// What is kept; 0 if nothing.
        ///
        /// @throws Failure if it cannot be read
        long load(Name name);

        /// Keeps the epoch unless a later one is kept.
        ///
        /// @throws Failure if it cannot be kept
        void keep(Name name, long epoch);
    }

    public NonceEpochs(Store store) {
        this.store = store;
    }

    /// The latest epoch seen of a peer; 0 if none.
    ///
    /// @throws Failure if it cannot be read
    long seen(NamespaceId namespace, long keyEpoch, int endorser) {
        return known.computeIfAbsent(new Name(namespace, keyEpoch, endorser), store::load);
    }

    /// Notes the epoch, durably if it is a later one; false if it has passed.
    ///
    /// @throws Failure if it cannot be kept
    boolean saw(NamespaceId namespace, long keyEpoch, int endorser, long epoch) {
        long before = seen(namespace, keyEpoch, endorser);
        if (epoch < before) {
            EndorserLog.peerRolledBack(endorser, epoch, before);
            return false;
        }
        if (epoch > before) {
            var name = new Name(namespace, keyEpoch, endorser);
            store.keep(name, epoch);
            known.merge(name, epoch, Math::max);
        }
        return true;
    }
}
