package io.florin.crypto.elgamal;

import io.florin.crypto.commitment.Generators;
import io.florin.crypto.dkg.Bls12381;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.shamir.GroupElement;
import io.florin.crypto.shamir.Shares;
import io.florin.crypto.sigma.LinearRelation;
import java.util.List;

/// The auditors' key for twisted ElGamal (Chen, Ma, Tang, Au, eprint 2019/319): PK = γ⁻¹·G, where γ is shared among the
/// auditors and G is [Generators#BLINDING]. A commitment V = v·Gv + s·G that is on the ledger anyway is made readable
/// by one more point, X = s·PK, since γ·X = s·G.
///
/// The auditors' points are γi·PK; they interpolate to G. They must never be published in G2: γ·g~ would let everybody
/// test guesses of v by a pairing, e(X, γ·g~) = e(V − v·Gv, g~).
///
/// @param indexes the auditors', rising
/// @param verificationPoints γi·PK in the order of the indexes
public record AuditPublicKey(G1 point, int threshold, List<Integer> indexes, List<G1> verificationPoints) {
    /// @throws IllegalArgumentException unless the verification points are those of a sharing with this threshold of
    /// the γ of this key
    public AuditPublicKey {
        indexes = List.copyOf(indexes);
        verificationPoints = List.copyOf(verificationPoints);
        Shares.requireDistinct(indexes);
        boolean sizes = threshold >= 1 && threshold <= indexes.size() && indexes.size() == verificationPoints.size();
        if (!sizes || point.isIdentity()) {
            throw new IllegalArgumentException("not a key of " + indexes.size() + " auditors");
        }
        List<GroupElement> elements =
                verificationPoints.stream().map(Bls12381::element).toList();
        boolean consistent = Shares.isOfDegree(threshold - 1, indexes, elements)
                && Bls12381.g1(Shares.interpolatePoints(
                                indexes.subList(0, threshold), elements.subList(0, threshold), 0))
                        .equals(Generators.BLINDING);
        if (!consistent) {
            throw new IllegalArgumentException("the verification points do not belong to the key");
        }
    }

    /// X = s·PK for the blinding s of a commitment, in constant time.
    public G1 handle(Scalar blinding) {
        return point.multiply(blinding);
    }

    /// Adds X = s·PK to a relation: the proof that a handle belongs to a commitment with the same s.
    ///
    /// @param keyElement the element PK of the relation
    /// @param blinding the relation's scalar s
    public static void addTo(LinearRelation.Builder relation, int keyElement, G1 handle, int blinding) {
        relation.equation(relation.element(handle), LinearRelation.term(blinding, keyElement));
    }

    /// @throws IllegalArgumentException if there is no such auditor
    G1 verificationPoint(int index) {
        int position = indexes.indexOf(index);
        if (position < 0) {
            throw new IllegalArgumentException("no auditor " + index);
        }
        return verificationPoints.get(position);
    }
}
