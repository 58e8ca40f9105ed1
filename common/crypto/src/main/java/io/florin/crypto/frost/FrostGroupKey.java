package io.florin.crypto.frost;

import io.florin.crypto.Bytes32;
import io.florin.crypto.shamir.Shares;
import io.florin.crypto.sign.Ed25519;
import java.util.ArrayList;
import java.util.List;

/// A group's Ed25519 public key, the threshold, and the verification share of each party: entry i − 1 is that of
/// party i.
public record FrostGroupKey(int threshold, EdwardsPoint key, List<EdwardsPoint> verificationShares) {
    /// @throws IllegalArgumentException unless 1 ≤ threshold ≤ parties ≤ 255, the key is a good Ed25519 key, and the
    /// shares interpolate to it
    public FrostGroupKey {
        verificationShares = List.copyOf(verificationShares);
        int parties = verificationShares.size();
        if (threshold < 1 || threshold > parties || parties > Shares.INDEX_MAX) {
            throw new IllegalArgumentException("no threshold of " + threshold + " among " + parties);
        }
        if (!Ed25519.isValidPublicKey(key.encoded())) {
            throw new IllegalArgumentException("not a public key");
        }
        List<Integer> indexes = new ArrayList<>();
        List<EdwardsPoint> points = new ArrayList<>();
        for (int index = 1; index <= parties; index++) {
            indexes.add(index);
            points.add(verificationShares.get(index - 1));
        }
        boolean consistent = Shares.isOfDegree(threshold - 1, indexes, points)
                && Shares.interpolatePoints(indexes.subList(0, threshold), points.subList(0, threshold), 0)
                        .equals(key);
        if (!consistent) {
            throw new IllegalArgumentException("the shares do not belong to the key");
        }
    }

    /// Number of parties that hold a share.
    public int parties() {
        return verificationShares.size();
    }

    /// Key under which signatures verify.
    public Bytes32 encoded() {
        return key.encoded();
    }

    /// @throws IllegalArgumentException if there is no such party
    EdwardsPoint verificationShare(int index) {
        if (index < 1 || index > parties()) {
            throw new IllegalArgumentException("no party " + index);
        }
        return verificationShares.get(index - 1);
    }
}
