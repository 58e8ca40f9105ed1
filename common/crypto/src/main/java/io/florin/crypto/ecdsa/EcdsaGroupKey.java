package io.florin.crypto.ecdsa;

import io.florin.crypto.shamir.Shares;
import java.util.ArrayList;
import java.util.List;

/// A group's P-256 public key, how many parties may lie (t), and the verification share of each party: entry i − 1 is
/// that of party i. The secret is shared with degree t, so t parties know nothing of it; signing takes 2t + 1.
public record EcdsaGroupKey(int corruptMax, P256Point key, List<P256Point> verificationShares) {
    /// @throws IllegalArgumentException unless t ≥ 1, there are 2t + 1 parties at least, and their shares interpolate
    /// to the key with degree t
    public EcdsaGroupKey {
        verificationShares = List.copyOf(verificationShares);
        int parties = verificationShares.size();
        if (corruptMax < 1 || parties < 2 * corruptMax + 1 || parties > Shares.INDEX_MAX) {
            throw new IllegalArgumentException(parties + " parties do not bear " + corruptMax + " liars");
        }
        List<Integer> indexes = new ArrayList<>();
        List<P256Point> points = new ArrayList<>();
        for (int index = 1; index <= parties; index++) {
            indexes.add(index);
            points.add(verificationShares.get(index - 1));
        }
        int determining = corruptMax + 1;
        boolean consistent = !key.isIdentity()
                && Shares.isOfDegree(corruptMax, indexes, points)
                && Shares.interpolatePoints(indexes.subList(0, determining), points.subList(0, determining), 0)
                        .equals(key);
        if (!consistent) {
            throw new IllegalArgumentException("the shares do not belong to the key");
        }
    }

    /// Number of parties that hold a share.
    public int parties() {
        return verificationShares.size();
    }

    /// Number of parties that must sign: all of one committee.
    public int signers() {
        return 2 * corruptMax + 1;
    }
}
