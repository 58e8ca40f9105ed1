package io.florin.crypto.dkg;

import io.florin.crypto.Bytes;
import io.florin.crypto.bls.BlsPublicKey;
import io.florin.crypto.dkg.SharedKey.KeyComponent;
import io.florin.crypto.ecdsa.EcdsaGroup;
import io.florin.crypto.ecdsa.EcdsaGroupKey;
import io.florin.crypto.ecdsa.P256;
import io.florin.crypto.ecdsa.P256Point;
import io.florin.crypto.frost.Edwards25519;
import io.florin.crypto.frost.EdwardsPoint;
import io.florin.crypto.frost.FrostGroup;
import io.florin.crypto.frost.FrostGroupKey;
import io.florin.crypto.shamir.GroupElement;
import io.florin.crypto.shamir.PrimeGroup;
import io.florin.crypto.shamir.Shares;
import io.florin.crypto.threshold.BlsGroupKey;
import io.florin.crypto.threshold.GroupKey;
import io.florin.crypto.threshold.SignatureScheme;
import java.util.List;
import java.util.stream.IntStream;

/// Generated keys as the signing schemes want them. The participants' indexes must be 1, 2, …, n, and the key of the
/// one component that [#component] gives.
public final class GroupKeys {
    private GroupKeys() {}

    /// Component to generate for a scheme. For ECDSA with t liars the threshold of the setup is t + 1.
    public static Component component(SignatureScheme scheme) {
        GroupElement base = switch (scheme) {
            case BLS_G1 -> Bls12381.G2_GROUP.generator();
            case FROST_ED25519 -> Edwards25519.GROUP.generator();
            case ECDSA_P256 -> P256.GROUP.generator();
        };
        return new Component(scheme.name(), List.of(base));
    }

    /// The key of a group that signs by BLS.
    ///
    /// @throws IllegalArgumentException if it is a key for something else
    public static BlsGroupKey bls(SharedKey key) {
        KeyComponent only = only(key, SignatureScheme.BLS_G1);
        List<BlsPublicKey> verificationKeys = only.verificationPoints().getFirst().stream()
                .map(point -> BlsPublicKey.decode(point.encode()))
                .toList();
        BlsPublicKey publicKey =
                BlsPublicKey.decode(only.publicPoints().getFirst().encode());
        return new BlsGroupKey(key.threshold(), publicKey, verificationKeys);
    }

    /// The key of a group that signs by FROST.
    ///
    /// @throws IllegalArgumentException if it is a key for something else
    public static FrostGroupKey frost(SharedKey key) {
        KeyComponent only = only(key, SignatureScheme.FROST_ED25519);
        List<EdwardsPoint> points = only.verificationPoints().getFirst().stream()
                .map(EdwardsPoint.class::cast)
                .toList();
        return new FrostGroupKey(
                key.threshold(), (EdwardsPoint) only.publicPoints().getFirst(), points);
    }

    /// The key of a group that signs by ECDSA, t being one less than the threshold.
    ///
    /// @throws IllegalArgumentException if it is a key for something else
    public static EcdsaGroupKey ecdsa(SharedKey key) {
        KeyComponent only = only(key, SignatureScheme.ECDSA_P256);
        List<P256Point> points = only.verificationPoints().getFirst().stream()
                .map(P256Point.class::cast)
                .toList();
        return new EcdsaGroupKey(
                key.threshold() - 1, (P256Point) only.publicPoints().getFirst(), points);
    }

    /// The key of a group that signs by a scheme.
    ///
    /// @throws IllegalArgumentException if it is a key for something else
    public static GroupKey group(SignatureScheme scheme, SharedKey key) {
        return switch (scheme) {
            case BLS_G1 -> bls(key);
            case FROST_ED25519 -> new FrostGroup(frost(key));
            case ECDSA_P256 -> new EcdsaGroup(ecdsa(key));
        };
    }

    /// The key of a group from its encoded points, as a configuration has them.
    ///
    /// @param signers how many must sign: with ECDSA 2t + 1 where t may lie, else the threshold
    /// @param verificationKeys entry i − 1 is that of party i
    /// @throws IllegalArgumentException if the points are not of the scheme; with FROST and ECDSA also if they do not
    /// belong together
    public static GroupKey group(SignatureScheme scheme, int signers, Bytes key, List<Bytes> verificationKeys) {
        List<byte[]> points = verificationKeys.stream().map(Bytes::toArray).toList();
        byte[] point = key.toArray();
        return switch (scheme) {
            case BLS_G1 ->
                new BlsGroupKey(
                        signers,
                        BlsPublicKey.decode(point),
                        points.stream().map(BlsPublicKey::decode).toList());
            case FROST_ED25519 ->
                new FrostGroup(new FrostGroupKey(
                        signers,
                        EdwardsPoint.decode(point),
                        points.stream().map(EdwardsPoint::decode).toList()));
            case ECDSA_P256 ->
                new EcdsaGroup(new EcdsaGroupKey(
                        threshold(scheme, signers) - 1,
                        P256Point.decode(point),
                        points.stream().map(P256Point::decode).toList()));
        };
    }

    /// Checks that encoded points are those of a sharing, with exactly this threshold, of a key of endorsers.
    ///
    /// @param signers how many must sign: with ECDSA 2t + 1 where t may lie, else the threshold
    /// @param verificationKeys entry i − 1 is that of party i
    /// @throws IllegalArgumentException if not, or a point is malformed
    public static void requireSharing(SignatureScheme scheme, int signers, Bytes key, List<Bytes> verificationKeys) {
        PrimeGroup group = component(scheme).bases().getFirst().group();
        List<Integer> indexes =
                IntStream.rangeClosed(1, verificationKeys.size()).boxed().toList();
        Shares.requireSharing(
                threshold(scheme, signers),
                indexes,
                verificationKeys.stream()
                        .map(each -> group.decode(each.toArray()))
                        .toList(),
                group.decode(key.toArray()));
    }

    /// The threshold of the key generation for a group of which so many must sign.
    ///
    /// @throws IllegalArgumentException if ECDSA does not take that many
    public static int threshold(SignatureScheme scheme, int signers) {
        if (scheme != SignatureScheme.ECDSA_P256) {
            return signers;
        }
        if (signers < 3 || signers % 2 == 0) {
            throw new IllegalArgumentException("ECDSA takes 2t + 1 signers, not " + signers);
        }
        return (signers + 1) / 2;
    }

    private static KeyComponent only(SharedKey key, SignatureScheme scheme) {
        List<Integer> expected =
                IntStream.rangeClosed(1, key.indexes().size()).boxed().toList();
        boolean fits = key.components().size() == 1
                && key.components().getFirst().component().equals(component(scheme))
                && key.indexes().equals(expected);
        if (!fits) {
            throw new IllegalArgumentException("not a key for " + scheme);
        }
        return key.components().getFirst();
    }
}
