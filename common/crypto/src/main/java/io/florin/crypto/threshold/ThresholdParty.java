package io.florin.crypto.threshold;

import io.florin.crypto.Bytes32;
import io.florin.crypto.shamir.Shares;
import java.util.List;
import org.bouncycastle.math.ec.rfc7748.X25519;

/// A party of a protocol: its share index, and the X25519 key that shares for it are sealed to.
public record ThresholdParty(int index, Bytes32 sealKey) {
    /// @throws IllegalArgumentException if the index is out of range, or the key of small order: nothing can be sealed
    /// to it
    public ThresholdParty {
        Shares.requireIndex(index);
        byte[] probe = new byte[X25519.SCALAR_SIZE];
        if (!X25519.calculateAgreement(probe, 0, sealKey.toArray(), 0, new byte[X25519.POINT_SIZE], 0)) {
            throw new IllegalArgumentException("a key of small order");
        }
    }

    /// @throws IllegalArgumentException unless there is one at least, and the indexes strictly rise
    public static void requireRising(List<ThresholdParty> participants) {
        if (participants.isEmpty()) {
            throw new IllegalArgumentException("no participants");
        }
        for (int i = 1; i < participants.size(); i++) {
            if (participants.get(i - 1).index() >= participants.get(i).index()) {
                throw new IllegalArgumentException("indexes must rise");
            }
        }
    }
}
