package io.florin.crypto.ps;

import io.florin.crypto.commitment.Generators;
import io.florin.crypto.dkg.Bls12381;
import io.florin.crypto.dkg.Component;
import io.florin.crypto.dkg.SecretShares;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.G2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.shamir.GroupElement;
import java.util.ArrayList;
import java.util.List;

/// A Pointcheval–Sanders key as the distributed key generation makes it: four parallel polynomials, of which x shows
/// in G2 only and the others in G2 and, over the blinding generator, in G1.
public final class PsKeys {
    private PsKeys() {}

    /// What to generate.
    public static List<Component> components() {
        GroupElement second = Bls12381.G2_GROUP.generator();
        GroupElement first = Bls12381.element(Generators.BLINDING);
        return List.of(
                new Component("ps-x", List.of(second)),
                new Component("ps-enrollment", List.of(second, first)),
                new Component("ps-value", List.of(second, first)),
                new Component("ps-seed", List.of(second, first)));
    }

    /// The certifiers' public key.
    ///
    /// @throws IllegalArgumentException if it is a key of other components
    public static PsPublicKey publicKey(SharedKey key) {
        requireComponents(key);
        List<G2> y = new ArrayList<>();
        List<G1> blinding = new ArrayList<>();
        for (SharedKey.KeyComponent component : key.components().subList(1, 1 + PsPublicKey.MESSAGES)) {
            y.add(Bls12381.g2(component.publicPoints().get(0)));
            blinding.add(Bls12381.g1(component.publicPoints().get(1)));
        }
        return PsPublicKey.of(
                Bls12381.g2(key.components().getFirst().publicPoints().getFirst()), y, blinding);
    }

    /// Each certifier's verification key, in the order of the indexes.
    ///
    /// @throws IllegalArgumentException if it is a key of other components
    public static List<PsVerificationKey> verificationKeys(SharedKey key) {
        requireComponents(key);
        List<PsVerificationKey> keys = new ArrayList<>();
        for (int position = 0; position < key.indexes().size(); position++) {
            List<G2> points = new ArrayList<>();
            for (SharedKey.KeyComponent component : key.components()) {
                points.add(Bls12381.g2(component.verificationPoints().getFirst().get(position)));
            }
            keys.add(PsVerificationKey.of(
                    key.indexes().get(position), points.getFirst(), points.subList(1, points.size())));
        }
        return keys;
    }

    /// A certifier's share.
    public static PsKeyShare share(SecretShares shares) {
        List<Scalar> y = new ArrayList<>();
        for (int component = 1; component <= PsPublicKey.MESSAGES; component++) {
            y.add(Bls12381.scalar(shares.share(component)));
        }
        return new PsKeyShare(shares.index(), Bls12381.scalar(shares.share(0)), y);
    }

    private static void requireComponents(SharedKey key) {
        if (!key.components().stream()
                .map(SharedKey.KeyComponent::component)
                .toList()
                .equals(components())) {
            throw new IllegalArgumentException("not a Pointcheval–Sanders key");
        }
    }
}
