package io.florin.crypto.ps;

import io.florin.crypto.dkg.Bls12381;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.Shares;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/// The wallet's side: combines t shares, unblinds, and checks once; only if that fails are shares checked one by one,
/// the bad ones named, and the good ones combined.
///
/// @param verificationKeys of all certifiers
public record Certification(PsPublicKey key, int threshold, List<PsVerificationKey> verificationKeys) {
    /// @throws IllegalArgumentException unless 1 ≤ threshold ≤ certifiers
    public Certification {
        verificationKeys = List.copyOf(verificationKeys);
        if (threshold < 1 || threshold > verificationKeys.size()) {
            throw new IllegalArgumentException("no threshold of " + threshold);
        }
    }

    /// Result of combining the shares.
    public sealed interface Outcome {
        /// A signature that verifies, and who sent shares that do not, as far as they were looked at.
        record Certified(PsSignature signature, SortedSet<Integer> blamed) implements Outcome {}

        /// Too few good shares; ask the others.
        record Incomplete(int good, SortedSet<Integer> blamed) implements Outcome {}

        /// The opening is not the token's: nothing can be made of it.
        record WrongOpening() implements Outcome {}
    }

    /// Makes the owner's signature from shares.
    ///
    /// @param shares by arrival; of two by one certifier the first counts, of strangers none
    public Outcome combine(TokenBase base, BlindedToken token, TokenOpening opening, List<CertificationShare> shares) {
        if (!opening.commit(base).equals(token)) {
            return new Outcome.WrongOpening();
        }
        Map<Integer, G1> known = new LinkedHashMap<>();
        for (CertificationShare share : shares) {
            if (verificationKeys.stream().anyMatch(each -> each.index() == share.index())) {
                known.putIfAbsent(share.index(), share.signature());
            }
        }
        if (known.size() >= threshold) {
            PsSignature signature = unblinded(base, opening, known);
            if (signature.verifies(key, opening.message(base))) {
                return new Outcome.Certified(signature, new TreeSet<>());
            }
        }
        SortedSet<Integer> blamed = new TreeSet<>();
        for (PsVerificationKey certifier : verificationKeys) {
            G1 share = known.get(certifier.index());
            if (share != null && !certifier.accepts(base, token, share)) {
                blamed.add(certifier.index());
                known.remove(certifier.index());
            }
        }
        if (known.size() < threshold) {
            return new Outcome.Incomplete(known.size(), blamed);
        }
        PsSignature signature = unblinded(base, opening, known);
        if (!signature.verifies(key, opening.message(base))) {
            throw new IllegalStateException("shares that hold one by one make a signature");
        }
        return new Outcome.Certified(signature, blamed);
    }

    /// S = Σ λi·σi − a·Ye − b·Yv over the first t shares.
    private PsSignature unblinded(TokenBase base, TokenOpening opening, Map<Integer, G1> shares) {
        List<Integer> indexes = List.copyOf(shares.keySet()).subList(0, threshold);
        List<Scalar> weights = new ArrayList<>();
        for (FieldElement weight : Shares.lagrange(Bls12381.G1_GROUP.scalars(), indexes, 0)) {
            weights.add(Bls12381.scalar(weight));
        }
        G1 blind = G1.sumOfProducts(weights, List.copyOf(shares.values()).subList(0, threshold));
        G1 blinding = G1.sumOfSecretProducts(
                List.of(opening.ownerBlinding(), opening.valueBlinding()),
                key.blinding().subList(0, 2));
        return new PsSignature(base.point(), blind.subtract(blinding));
    }
}
