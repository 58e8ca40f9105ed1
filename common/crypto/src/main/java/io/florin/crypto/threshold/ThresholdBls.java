package io.florin.crypto.threshold;

import io.florin.crypto.bls.Bls;
import io.florin.crypto.bls.BlsPublicKey;
import io.florin.crypto.bls.BlsSignature;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Threshold BLS (Boldyreva 2003): any t of n parties sign for the group; fewer learn and can do nothing.
///
/// The group's secret is a random polynomial's value at zero, party i holds the value at i (Shamir), and t
/// signature shares interpolate to the one signature that the group's secret would make, whoever took part. One
/// message each, no rounds, no state. The parties make the key together, see [io.florin.crypto.dkg.KeyGeneration].
public final class ThresholdBls {
    private ThresholdBls() {}

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
