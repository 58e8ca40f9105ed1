package io.florin.crypto.ps;

import io.florin.crypto.Bytes;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.dkg.Bls12381;
import io.florin.crypto.dkg.Component;
import io.florin.crypto.dkg.SecretShares;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.G2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.shamir.GroupElement;
import io.florin.crypto.shamir.Shares;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// A Pointcheval–Sanders key as the distributed key generation makes it: four parallel polynomials, of which x shows
/// in G2 only and the others in G2 and, over the blinding generator, in G1.
public final class PsKeys {
    private PsKeys() {}

    /// Setup of the key generation.
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

    /// Checks that verification keys are those of a sharing, with exactly this threshold, of this key: those of
    /// certifier i at place i − 1, each component of them on one polynomial whose value at zero is the key's.
    ///
    /// @throws IllegalArgumentException if not, or a key is malformed
    public static void requireSharing(PsPublicKey key, int threshold, List<Bytes> verificationKeys) {
        List<Integer> indexes =
                IntStream.rangeClosed(1, verificationKeys.size()).boxed().toList();
        byte[] whole = key.encode();
        for (int component = 0; component <= PsPublicKey.MESSAGES; component++) {
            int at = component * G2.SIZE;
            List<GroupElement> points = new ArrayList<>();
            for (Bytes encoded : verificationKeys) {
                if (encoded.size() != PsVerificationKey.SIZE) {
                    throw new IllegalArgumentException("not a verification key of a certifier");
                }
                points.add(element(encoded.toArray(), at));
            }
            Shares.requireSharing(threshold, indexes, points, element(whole, at));
        }
    }

    private static GroupElement element(byte[] encoded, int at) {
        return Bls12381.element(G2.decode(Arrays.copyOfRange(encoded, at, at + G2.SIZE)));
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
