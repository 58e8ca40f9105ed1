package io.florin.crypto.elgamal;

import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.Bls12381;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.Shares;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Combines decryption shares: checks each, names the wrong ones, and subtracts Σ λi·γi·X = s·G from the commitment.
public final class ThresholdDecryption {
    private ThresholdDecryption() {}

    /// Result of combining the shares.
    public sealed interface Outcome {
        /// The commitment without its blinding: v·Gv, or eid·Ge. A [DiscreteLogTable] or a table of enrollments reads
        /// it.
        record Opened(G1 message, SortedSet<Integer> blamed) implements Outcome {}

        /// Too few good shares.
        record Incomplete(int good, SortedSet<Integer> blamed) implements Outcome {}
    }

    /// Opens a commitment with the handle that belongs to it.
    ///
    /// @param context as the auditors had it
    /// @param shares by arrival; of two by one auditor the first counts, of strangers none
    public static Outcome open(
            AuditPublicKey key, G1 commitment, G1 handle, Bytes32 context, List<DecryptionShare> shares) {
        SortedMap<Integer, G1> good = new TreeMap<>();
        SortedSet<Integer> blamed = new TreeSet<>();
        for (DecryptionShare share : shares) {
            boolean fresh = key.indexes().contains(share.index())
                    && !good.containsKey(share.index())
                    && !blamed.contains(share.index());
            if (fresh && isValid(key, handle, context, share)) {
                good.put(share.index(), share.point());
            } else if (fresh) {
                blamed.add(share.index());
            }
        }
        if (good.size() < key.threshold()) {
            return new Outcome.Incomplete(good.size(), blamed);
        }
        List<Integer> indexes = List.copyOf(good.keySet()).subList(0, key.threshold());
        List<Scalar> weights = new ArrayList<>();
        for (FieldElement weight : Shares.lagrange(Bls12381.G1_GROUP.scalars(), indexes, 0)) {
            weights.add(Bls12381.scalar(weight));
        }
        G1 blinding = G1.sumOfProducts(weights, List.copyOf(good.values()).subList(0, key.threshold()));
        return new Outcome.Opened(commitment.subtract(blinding), blamed);
    }

    private static boolean isValid(AuditPublicKey key, G1 handle, Bytes32 context, DecryptionShare share) {
        G1 verificationPoint = key.verificationPoint(share.index());
        try {
            var statement = Equality.statement(key.point(), verificationPoint, handle, share.point());
            return Equality.verifies(AuditKeyShare.PROTOCOL, context, share.index(), statement, share.proof());
        } catch (IllegalArgumentException identity) {
            return false;
        }
    }
}
