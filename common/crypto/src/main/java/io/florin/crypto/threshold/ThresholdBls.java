package io.florin.crypto.threshold;

import io.florin.crypto.bls.Bls;
import io.florin.crypto.bls.BlsPublicKey;
import io.florin.crypto.bls.BlsSecretKey;
import io.florin.crypto.bls.BlsSignature;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Threshold BLS (Boldyreva 2003): any t of n parties sign for the group; fewer learn and can do nothing.
///
/// The group's secret is a random polynomial's value at zero, party i holds the value at i (Shamir), and t
/// signature shares interpolate to the one signature that the group's secret would make, whoever took part. One
/// message each, no rounds, no state. The dealer knows the secret while it deals: it must be trusted and forget.
public final class ThresholdBls {
    /// The largest number of parties a key is dealt to.
    public static final int PARTIES_MAX = 255;

    private ThresholdBls() {}

    /// Deals a fresh key.
    ///
    /// @param random a `SecureRandom` outside tests
    /// @throws IllegalArgumentException unless 1 ≤ threshold ≤ parties ≤ [#PARTIES_MAX]
    public static DealtKeys deal(int threshold, int parties, RandomGenerator random) {
        if (threshold < 1 || threshold > parties || parties > PARTIES_MAX) {
            throw new IllegalArgumentException("no threshold of " + threshold + " among " + parties);
        }
        List<BlsSecretKey> coefficients = new ArrayList<>(threshold);
        try {
            for (int i = 0; i < threshold; i++) {
                coefficients.add(BlsSecretKey.generate(random));
            }
            List<KeyShare> shares = new ArrayList<>(parties);
            List<BlsPublicKey> verificationKeys = new ArrayList<>(parties);
            for (int index = 1; index <= parties; index++) {
                KeyShare share = new KeyShare(index, BlsSecretKey.evaluate(coefficients, index));
                shares.add(share);
                verificationKeys.add(share.secret().publicKey());
            }
            return new DealtKeys(coefficients.getFirst().publicKey(), shares, verificationKeys);
        } finally {
            coefficients.forEach(BlsSecretKey::close);
        }
    }

    /// A party's share of the group's signature of the message.
    public static SignatureShare signShare(KeyShare share, byte[] message) {
        return new SignatureShare(share.index(), share.secret().sign(message));
    }

    /// Whether the share is the one of the message by the party whose verification key this is.
    public static boolean verifyShare(BlsPublicKey verificationKey, byte[] message, SignatureShare share) {
        return Bls.verify(verificationKey, message, share.signature());
    }

    /// Combines the first t shares to the group's signature, by interpolation at zero. Shares are not verified:
    /// verify the result under the group's key, and the shares one by one only if that fails.
    ///
    /// @throws IllegalArgumentException if there are fewer than t shares or two of one index
    public static BlsSignature combine(int threshold, List<SignatureShare> shares) {
        if (threshold < 1 || shares.size() < threshold) {
            throw new IllegalArgumentException(shares.size() + " shares for a threshold of " + threshold);
        }
        Set<Integer> indexes = new HashSet<>();
        for (SignatureShare share : shares) {
            if (!indexes.add(share.index())) {
                throw new IllegalArgumentException("two shares of index " + share.index());
            }
        }
        List<SignatureShare> used = shares.subList(0, threshold);
        List<BigInteger> coefficients = new ArrayList<>(threshold);
        List<BlsSignature> signatures = new ArrayList<>(threshold);
        for (SignatureShare share : used) {
            coefficients.add(lagrangeAtZero(share.index(), used));
            signatures.add(share.signature());
        }
        return Bls.linearCombination(signatures, coefficients);
    }

    /// Π j / (j − i) over the other indexes j, modulo the group order.
    private static BigInteger lagrangeAtZero(int index, List<SignatureShare> shares) {
        BigInteger numerator = BigInteger.ONE;
        BigInteger denominator = BigInteger.ONE;
        for (SignatureShare share : shares) {
            if (share.index() != index) {
                numerator = numerator.multiply(BigInteger.valueOf(share.index()));
                denominator = denominator.multiply(BigInteger.valueOf((long) share.index() - index));
            }
        }
        return numerator.multiply(denominator.modInverse(Bls.GROUP_ORDER)).mod(Bls.GROUP_ORDER);
    }
}
