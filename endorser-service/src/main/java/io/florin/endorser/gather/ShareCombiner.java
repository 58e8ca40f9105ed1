package io.florin.endorser.gather;

import io.florin.crypto.bls.Bls;
import io.florin.crypto.bls.BlsPublicKey;
import io.florin.crypto.bls.BlsSignature;
import io.florin.crypto.threshold.SignatureShare;
import io.florin.crypto.threshold.ThresholdBls;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Combines shares and verifies the result; only when that fails are shares verified one by one, each under its own
/// verification key. About 1 ms for an honest bundle whatever t is.
public final class ShareCombiner {

    private ShareCombiner() {}

    /// The outcome of combining.
    public sealed interface Combination {

        record Signed(BlsSignature signature) implements Combination {}

        /// @param members whose shares do not verify
        record Bad(Set<Integer> members) implements Combination {}
    }

    public static Combination combine(EndorserGroup group, byte[] message, List<SignatureShare> shares) {
        try {
            BlsSignature signature = ThresholdBls.combine(group.threshold(), shares);
            if (Bls.verify(key(group.groupKey().toArray()), message, signature)) {
                return new Combination.Signed(signature);
            }
        } catch (IllegalArgumentException degenerate) {
            // Shares that sum to infinity: at least one of them is bad, found below.
            return new Combination.Bad(liars(group, message, shares));
        }
        return new Combination.Bad(liars(group, message, shares));
    }

    private static Set<Integer> liars(EndorserGroup group, byte[] message, List<SignatureShare> shares) {
        Set<Integer> liars = new TreeSet<>();
        for (SignatureShare share : shares) {
            byte[] verificationKey =
                    group.verificationKeys().get(share.index() - 1).toArray();
            if (!ThresholdBls.verifyShare(key(verificationKey), message, share)) {
                liars.add(share.index());
            }
        }
        return liars;
    }

    private static BlsPublicKey key(byte[] encoded) {
        return BlsPublicKey.decode(encoded);
    }
}
