package io.florin.endorser.protocol;

import io.florin.crypto.Bytes;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import java.io.Serial;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/// Preparations by signers for this gatherer ahead of any message, so that a signature takes one round trip.
public interface Preparations {

    /// Takes what these signers sign one message with, each preparation once. Waits for it, within a bound, where none
    /// is at hand.
    SortedMap<Integer, Bytes> take(EndorserGroup group, List<Integer> signers) throws Unprepared, InterruptedException;

    /// A member's preparations do not serve any more, or one was used by something that failed: nothing that was made
    /// with it before counts.
    void forget(NamespaceId namespace, long keyEpoch, int member);

    /// Some signers did not prepare.
    final class Unprepared extends Exception {
        @Serial
        private static final long serialVersionUID = 1L;

        private final transient Set<Integer> members;
        private final boolean unreachable;

        /// @param members whom it failed for; nobody where that cannot be said
        /// @param unreachable they did not answer at all
        public Unprepared(String why, Set<Integer> members, boolean unreachable) {
            super(why);
            this.members = new TreeSet<>(members);
            this.unreachable = unreachable;
        }

        public Set<Integer> members() {
            return members;
        }

        public boolean isUnreachable() {
            return unreachable;
        }
    }
}
