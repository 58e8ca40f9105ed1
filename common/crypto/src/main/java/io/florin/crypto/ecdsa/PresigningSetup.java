package io.florin.crypto.ecdsa;

import io.florin.crypto.Bytes32;
import io.florin.crypto.threshold.ThresholdParty;
import java.util.List;

/// Makers of one presignature: a session that never repeats, t, and a committee of exactly 2t + 1 holders of the key.
///
/// Exactly, because with more a lying coordinator could have two halves of the honest signers sign two messages under
/// one presignature, which gives the key away. With 2t + 1 every signature needs every honest member, and each of
/// them answers once.
public record PresigningSetup(Bytes32 session, int corruptMax, List<ThresholdParty> committee) {
    /// @throws IllegalArgumentException unless t ≥ 1 and 2t + 1 members stand in rising order of index
    public PresigningSetup {
        committee = List.copyOf(committee);
        ThresholdParty.requireRising(committee);
        if (corruptMax < 1 || committee.size() != 2 * corruptMax + 1) {
            throw new IllegalArgumentException(committee.size() + " members for " + corruptMax + " liars");
        }
    }

    /// The members' indexes, rising.
    public List<Integer> indexes() {
        return committee.stream().map(ThresholdParty::index).toList();
    }
}
