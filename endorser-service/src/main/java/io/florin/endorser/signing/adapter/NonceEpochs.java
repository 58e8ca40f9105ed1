package io.florin.endorser.signing.adapter;

import io.florin.crypto.Bytes;
import io.florin.endorser.EndorserLog;
import io.florin.ledger.NamespaceId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The latest epoch of each peer's ledger of one-time secrets that was seen in something the peer prepared, kept over
/// restarts. A peer with an earlier one runs from an old copy of its ledger and is not signed with; it is told when it
/// asks. Any thread.
public final class NonceEpochs {

    private final Store store;
    private final Map<Name, Seen> known = new ConcurrentHashMap<>();

    /// Of which ledger.
    ///
    /// @param endorser whose it is
    public record Name(NamespaceId namespace, long keyEpoch, int endorser) {}

    /// The epochs seen of a ledger.
    ///
    /// @param epoch the latest; 0 if none
    /// @param signedEpoch the latest that its owner signed; 0 if none
    /// @param signature the owner's; empty if none
    public record Seen(long epoch, long signedEpoch, Bytes signature) {
        public static final Seen NOTHING = new Seen(0, 0, Bytes.EMPTY);

        public Seen later(Seen other) {
            Seen signed = other.signedEpoch > signedEpoch ? other : this;
            return new Seen(Math.max(epoch, other.epoch), signed.signedEpoch, signed.signature);
        }
    }

    /// Keeps epochs durably.
    public interface Store {

        /// The kept record; [Seen#NOTHING] if there is none.
        ///
        /// @throws Failure if it cannot be read
        Seen load(Name name);

        /// Keeps of both what is later.
        ///
        /// @throws Failure if it cannot be kept
        void keep(Name name, Seen seen);
    }

    public NonceEpochs(Store store) {
        this.store = store;
    }

    /// The kept record of a peer.
    ///
    /// @throws Failure if it cannot be read
    Seen seen(NamespaceId namespace, long keyEpoch, int endorser) {
        return known.computeIfAbsent(new Name(namespace, keyEpoch, endorser), store::load);
    }

    /// Notes the epoch, durably if it is a later one; false if it has passed.
    ///
    /// @param signature the owner's under it, verified; empty if there is none
    /// @throws Failure if it cannot be kept
    boolean saw(NamespaceId namespace, long keyEpoch, int endorser, long epoch, Bytes signature) {
        Seen before = seen(namespace, keyEpoch, endorser);
        if (epoch < before.epoch) {
            EndorserLog.peerRolledBack(endorser, epoch, before.epoch);
            return false;
        }
        Seen after = before.later(new Seen(epoch, signature.size() == 0 ? 0 : epoch, signature));
        if (!after.equals(before)) {
            var name = new Name(namespace, keyEpoch, endorser);
            store.keep(name, after);
            known.merge(name, after, Seen::later);
        }
        return true;
    }
}
