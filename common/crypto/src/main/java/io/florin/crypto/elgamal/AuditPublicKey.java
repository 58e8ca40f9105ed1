package io.florin.crypto.elgamal;

import io.florin.crypto.commitment.Generators;
import io.florin.crypto.dkg.Bls12381;
import io.florin.crypto.dkg.Component;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.dkg.SharedKey.KeyComponent;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.shamir.GroupElement;
import io.florin.crypto.shamir.Shares;
import io.florin.crypto.sigma.LinearRelation;
import java.util.List;
import java.util.stream.Stream;

/// The auditors' key for twisted ElGamal (Chen, Ma, Tang, Au, eprint 2019/319): PK = γ⁻¹·G, where γ is shared among the
/// auditors and G is [Generators#BLINDING]. A commitment V = v·Gv + s·G that is on the ledger anyway is made readable
/// by one more point, X = s·PK, since γ·X = s·G.
///
/// The auditors' points are γi·PK; they interpolate to G. They must never be published in G2: γ·g~ would let everybody
/// test guesses of v by a pairing, e(X, γ·g~) = e(V − v·Gv, g~).
///
/// Shares are refreshed as those of any other key: over the base PK the secret γ shows as γ·PK = G, so [#shared] is a
/// key that [io.florin.crypto.dkg.KeyGeneration#refresh] takes. Everybody deals zero with Feldman commitments over PK;
/// γi becomes γi + δi and its point γi·PK + δi·PK, while γ, PK and every ciphertext stay. Fewer old shares than the
/// threshold say nothing once the others are erased, since old and new ones lie on different polynomials.
///
/// @param indexes the auditors', rising
/// @param verificationPoints γi·PK in the order of the indexes
public record AuditPublicKey(G1 point, int threshold, List<Integer> indexes, List<G1> verificationPoints) {
    private static final String SHARED = "audit-key";

    /// @throws IllegalArgumentException unless the verification points are those of a sharing with exactly this
    /// threshold of the γ of this key
    public AuditPublicKey {
        indexes = List.copyOf(indexes);
        verificationPoints = List.copyOf(verificationPoints);
        if (indexes.size() != verificationPoints.size() || point.isIdentity()) {
            throw new IllegalArgumentException("not a key of " + indexes.size() + " auditors");
        }
        List<GroupElement> elements =
                verificationPoints.stream().map(Bls12381::element).toList();
        Shares.requireSharing(threshold, indexes, elements, Bls12381.element(Generators.BLINDING));
    }

    /// The key that a refresh made of [#shared].
    ///
    /// @throws IllegalArgumentException if it is a key of something else, or its points do not belong together
    public static AuditPublicKey of(SharedKey shared) {
        List<KeyComponent> components = shared.components();
        boolean fits = components.size() == 1
                && components.getFirst().component().name().equals(SHARED)
                && components.getFirst().component().bases().size() == 1
                && components.getFirst().publicPoints().equals(List.of(Bls12381.element(Generators.BLINDING)))
                && components.getFirst().verificationPoints().size() == 1
                && isOfG1(components.getFirst());
        if (!fits) {
            throw new IllegalArgumentException("not a key of auditors");
        }
        KeyComponent only = components.getFirst();
        return new AuditPublicKey(
                Bls12381.g1(only.component().bases().getFirst()),
                shared.threshold(),
                shared.indexes(),
                only.verificationPoints().getFirst().stream().map(Bls12381::g1).toList());
    }

    private static boolean isOfG1(KeyComponent component) {
        return Stream.concat(component.component().bases().stream(), component.verificationPoints().getFirst().stream())
                .allMatch(element -> element.group().equals(Bls12381.G1_GROUP));
    }

    /// The same key as one whose secret γ shows over the base PK, where its public point is G.
    public SharedKey shared() {
        return new SharedKey(
                threshold,
                indexes,
                List.of(new KeyComponent(
                        new Component(SHARED, List.of(Bls12381.element(point))),
                        List.of(Bls12381.element(Generators.BLINDING)),
                        List.of(verificationPoints.stream()
                                .map(Bls12381::element)
                                .toList()))));
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
