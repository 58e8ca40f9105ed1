package io.florin.crypto.ecdsa;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.PrimeField;
import io.florin.crypto.shamir.Shares;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Adds 2t + 1 shares up to an ECDSA signature and verifies it. It needs no secret and no trust.
///
/// A wrong share spoils the sum and cannot be told from the others: the protocol gives no blame in this round. The
/// presignature is spent then; what points at the liar is which committees fail.
public final class EcdsaCombiner {
    private EcdsaCombiner() {}

    /// Result of combining the shares.
    public sealed interface Outcome {
        /// r ‖ s with s ≤ n/2, which [EcdsaP256#verifyLowS] accepts.
        record Signature(Bytes signature) implements Outcome {}

        /// These members' shares are missing or are no scalars.
        record Incomplete(SortedSet<Integer> missing) implements Outcome {}

        /// All shares are there and do not make a signature: somebody of the committee lied.
        record Spoiled(List<Integer> committee) implements Outcome {}
    }

    /// Combines.
    ///
    /// @param shares by arrival; of two by one member the first counts, of strangers and other sessions none
    public static Outcome combine(
            EcdsaGroupKey key, Presignature.PublicPart presignature, byte[] message, List<EcdsaShare> shares) {
        SortedMap<Integer, FieldElement> scalars = new TreeMap<>();
        for (EcdsaShare share : shares) {
            boolean expected = share.session().equals(presignature.session())
                    && presignature.committee().contains(share.index());
            if (expected && !scalars.containsKey(share.index())) {
                try {
                    scalars.put(
                            share.index(), P256.SCALARS.ofBytes(share.scalar().toArray()));
                } catch (IllegalArgumentException notCanonical) {
                    continue;
                }
            }
        }
        SortedSet<Integer> missing = new TreeSet<>(presignature.committee());
        missing.removeAll(scalars.keySet());
        if (!missing.isEmpty()) {
            return new Outcome.Incomplete(missing);
        }
        FieldElement sum = Shares.interpolate(new ArrayList<>(scalars.keySet()), new ArrayList<>(scalars.values()), 0);
        Bytes signature = encode(presignature.noncePoint().abscissa(), sum);
        boolean valid = EcdsaP256.verifyLowS(key.key(), message, signature.toArray());
        return valid ? new Outcome.Signature(signature) : new Outcome.Spoiled(presignature.committee());
    }

    private static Bytes encode(FieldElement r, FieldElement s) {
        byte[] signature = new byte[EcdsaP256.SIGNATURE_SIZE];
        Bytes32.of(r.toBytes()).copyInto(signature, 0);
        BigInteger low = EcdsaP256.lowS(new BigInteger(1, s.toBytes()));
        Bytes32.of(P256.SCALARS.ofPublic(low).toBytes()).copyInto(signature, PrimeField.SIZE);
        return Bytes.of(signature);
    }
}
