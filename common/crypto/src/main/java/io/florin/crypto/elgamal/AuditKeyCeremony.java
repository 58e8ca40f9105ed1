package io.florin.crypto.elgamal;

import io.florin.crypto.Bytes32;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.dkg.Bls12381;
import io.florin.crypto.dkg.Component;
import io.florin.crypto.dkg.SecretShares;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.Shares;
import io.florin.crypto.sigma.CompactProof;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/// Generation of PK = γ⁻¹·G by auditors without anybody knowing γ (the inversion of Bar-Ilan and Beaver, as in
/// threshold ECDSA), among at least 2t + 1 of whom t may lie.
///
/// Before: three key generations among the same auditors, of γ over a base of its own and of m over G, both with
/// threshold t + 1, and of zero ([io.florin.crypto.dkg.KeyGeneration#zeros]) with threshold 2t + 1. Then two
/// broadcasts: each auditor opens its part γi·mi + zi of the product w = γ·m, which gives PK = w⁻¹·(m·G); and each
/// shows γi·PK with a proof that γi is that of the key generation. If these interpolate to G, PK is right, whoever lied
/// before. If not, everybody shows its three shares, [#blamed] names the liar, and all begins anew: nothing was
/// encrypted yet.
///
/// @param inverse the key of γ
/// @param factor the key of m
/// @param zero the sharing of zero
public record AuditKeyCeremony(SharedKey inverse, SharedKey factor, SharedKey zero) {
    private static final String PROTOCOL = "audit-key/1";

    /// γ's component; its base is not G, so that γ·G stays unknown.
    public static final Component INVERSE =
            new Component("audit-inverse", List.of(Bls12381.element(Generators.of("audit-inverse"))));

    /// m's component.
    public static final Component FACTOR =
            new Component("audit-factor", List.of(Bls12381.element(Generators.BLINDING)));

    /// The zero's component.
    public static final Component ZERO = new Component("audit-zero", List.of(Bls12381.element(Generators.BLINDING)));

    /// @throws IllegalArgumentException unless the keys are of these components, of the same auditors, with thresholds
    /// t + 1, t + 1 and 2t + 1
    public AuditKeyCeremony {
        boolean fits = is(inverse, INVERSE)
                && is(factor, FACTOR)
                && is(zero, ZERO)
                && factor.indexes().equals(inverse.indexes())
                && zero.indexes().equals(inverse.indexes())
                && factor.threshold() == inverse.threshold()
                && zero.threshold() == 2 * inverse.threshold() - 1;
        if (!fits) {
            throw new IllegalArgumentException("keys that do not belong together");
        }
    }

    private static boolean is(SharedKey key, Component component) {
        return key.components().size() == 1
                && key.components().getFirst().component().equals(component);
    }

    /// An auditor's shares of the three.
    public record OwnShares(SecretShares inverse, SecretShares factor, SecretShares zero) {
        FieldElement part() {
            return inverse.share(0).multiply(factor.share(0)).add(zero.share(0));
        }
    }

    /// The second broadcast: γi·PK and the proof.
    public record Shown(int index, G1 point, CompactProof proof) {}

    /// The first broadcast: γi·mi + zi.
    public FieldElement part(OwnShares own) {
        return own.part();
    }

    /// PK, from the parts of 2t + 1 auditors or more; the first 2t + 1 by index count.
    ///
    /// @throws IllegalArgumentException if there are fewer, or the product is zero
    public G1 publicPoint(SortedMap<Integer, FieldElement> parts) {
        List<Integer> indexes = new ArrayList<>(parts.keySet());
        if (indexes.size() < zero.threshold() || !inverse.indexes().containsAll(indexes)) {
            throw new IllegalArgumentException(zero.threshold() + " parts of auditors are needed");
        }
        List<Integer> used = indexes.subList(0, zero.threshold());
        FieldElement product =
                Shares.interpolate(used, List.copyOf(parts.values()).subList(0, used.size()), 0);
        if (product.isZero()) {
            throw new IllegalArgumentException("the product is zero");
        }
        G1 masked = Bls12381.g1(factor.components().getFirst().publicPoints().getFirst());
        return masked.multiply(Bls12381.scalar(product.invert()));
    }

    /// The second broadcast of an auditor.
    ///
    /// @param session names the ceremony
    public Shown show(OwnShares own, G1 publicPoint, Bytes32 session, RandomGenerator random) {
        Scalar secret = Bls12381.scalar(own.inverse().share(0));
        int index = own.inverse().index();
        G1 base = base(INVERSE);
        return new Shown(
                index,
                publicPoint.multiply(secret),
                Equality.prove(PROTOCOL, session, index, secret, base, publicPoint, random));
    }

    /// Participants that did not show what the key generation says; they are blamed at once.
    public SortedSet<Integer> refuted(G1 publicPoint, Bytes32 session, List<Shown> shown) {
        SortedSet<Integer> refuted = new TreeSet<>(inverse.indexes());
        for (Shown each : shown) {
            if (refuted.contains(each.index()) && holds(publicPoint, session, each)) {
                refuted.remove(each.index());
            }
        }
        return refuted;
    }

    private boolean holds(G1 publicPoint, Bytes32 session, Shown shown) {
        try {
            var statement = Equality.statement(
                    base(INVERSE), verificationPoint(inverse, shown.index()), publicPoint, shown.point());
            return Equality.verifies(PROTOCOL, session, shown.index(), statement, shown.proof());
        } catch (IllegalArgumentException identity) {
            return false;
        }
    }

    /// The key, if all auditors showed what they had to and the product was right.
    ///
    /// @throws IllegalArgumentException if not: see [#refuted] and [#blamed]
    public AuditPublicKey key(G1 publicPoint, Bytes32 session, List<Shown> shown) {
        if (!refuted(publicPoint, session, shown).isEmpty()) {
            throw new IllegalArgumentException("not everybody showed its share");
        }
        SortedMap<Integer, G1> points = new TreeMap<>();
        shown.forEach(each -> points.putIfAbsent(each.index(), each.point()));
        return new AuditPublicKey(publicPoint, inverse.threshold(), inverse.indexes(), List.copyOf(points.values()));
    }

    /// After a failure: who shows no shares, others than the key generations gave it, or opened another part than they
    /// give. The shares of all three keys are public then and the keys are dead.
    public SortedSet<Integer> blamed(Map<Integer, FieldElement> parts, List<OwnShares> revealed) {
        SortedSet<Integer> blamed = new TreeSet<>(inverse.indexes());
        for (OwnShares own : revealed) {
            int index = own.inverse().index();
            boolean honest = inverse.indexes().contains(index)
                    && isShareOf(inverse, INVERSE, index, own.inverse())
                    && isShareOf(factor, FACTOR, index, own.factor())
                    && isShareOf(zero, ZERO, index, own.zero())
                    && parts.containsKey(index)
                    && Objects.requireNonNull(parts.get(index)).equals(own.part());
            if (honest) {
                blamed.remove(index);
            }
        }
        return blamed;
    }

    private static boolean isShareOf(SharedKey key, Component component, int index, SecretShares shares) {
        return base(component).multiply(Bls12381.scalar(shares.share(0))).equals(verificationPoint(key, index));
    }

    private static G1 base(Component component) {
        return Bls12381.g1(component.bases().getFirst());
    }

    private static G1 verificationPoint(SharedKey key, int index) {
        int position = key.indexes().indexOf(index);
        if (position < 0) {
            throw new IllegalArgumentException("no auditor " + index);
        }
        return Bls12381.g1(
                key.components().getFirst().verificationPoints().getFirst().get(position));
    }
}
