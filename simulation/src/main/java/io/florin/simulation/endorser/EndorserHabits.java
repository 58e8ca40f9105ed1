package io.florin.simulation.endorser;

import io.florin.crypto.Bytes;
import io.florin.crypto.threshold.GroupKey;
import io.florin.endorser.protocol.LedgerPosition;
import io.florin.endorser.protocol.StoredNote;
import java.util.List;
import java.util.SortedMap;

/// Ways in which an endorser carries out what its cores decide; a planted bug or a liar changes one of them.
public interface EndorserHabits {
    EndorserHabits HONEST = new EndorserHabits() {};

    /// A liar whose shares are no shares.
    EndorserHabits BAD_SHARES = new EndorserHabits() {
        @Override
        public byte[] share(byte[] share) {
            byte[] bad = share.clone();
            bad[bad.length - 1] ^= 1;
            return bad;
        }
    };

    /// Whether transactions are on the disk before anybody hears that they are accepted.
    default boolean syncs() {
        return true;
    }

    /// Position of the ledger that it goes on from after a restart.
    ///
    /// @param stored the last that its disk has
    default LedgerPosition resumed(LedgerPosition stored, LedgerPosition genesis) {
        return stored;
    }

    /// Notes that it finds on its disk after a restart.
    default List<StoredNote> notes(List<StoredNote> stored) {
        return stored;
    }

    /// The share that it gives.
    default byte[] share(byte[] share) {
        return share;
    }

    /// Signature that it makes of the shares of all signers.
    default GroupKey.Combined combined(GroupKey.Combined combined, SortedMap<Integer, Bytes> shares) {
        return combined;
    }
}
