package io.florin.crypto.dkg;

import io.florin.crypto.threshold.PartyMessage;
import java.util.List;
import java.util.SortedMap;

/// Requests of a [KeyGeneration] to its surroundings.
public sealed interface KeyEffect {
    /// Give everybody this message, the sender too or not.
    record Broadcast(PartyMessage message) implements KeyEffect {}

    /// The key stands.
    ///
    /// @param shares this participant's; they are the receiver's to close
    /// @param qualified whose dealings make the key
    /// @param faults who broke the protocol, and how; with a reliable channel all honest participants name the same
    record Completed(SharedKey key, SecretShares shares, List<Integer> qualified, SortedMap<Integer, Fault> faults)
            implements KeyEffect {}

    /// Fewer than the threshold dealt honestly.
    record Failed(SortedMap<Integer, Fault> faults) implements KeyEffect {}

    /// Breaches of the protocol by a participant, as everybody saw.
    enum Fault {
        /// It did not deal before the round was closed.
        SILENT(true),
        /// Its dealing could not be read.
        MALFORMED(true),
        /// It did not know the secret it dealt: a rogue key, or a copy of somebody's.
        UNPROVEN(true),
        /// It was complained of and did not answer before the round was closed.
        NO_DEFENCE(true),
        /// It was complained of, and what it showed is not what it should have sealed, or not what it sealed.
        BAD_SHARE(true),
        /// It complained of somebody who then showed a good share in its very box.
        FALSE_COMPLAINT(false);

        private final boolean disqualifies;

        Fault(boolean disqualifies) {
            this.disqualifies = disqualifies;
        }

        /// Whether its dealing is left out of the key.
        public boolean disqualifies() {
            return disqualifies;
        }
    }
}
