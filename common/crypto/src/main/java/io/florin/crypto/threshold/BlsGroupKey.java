package io.florin.crypto.threshold;

import io.florin.crypto.Bytes;
import io.florin.crypto.bls.Bls;
import io.florin.crypto.bls.BlsPublicKey;
import io.florin.crypto.bls.BlsSignature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// A group that signs by threshold BLS.
///
/// @param verificationKeys entry i − 1 is that of party i
public record BlsGroupKey(int threshold, BlsPublicKey key, List<BlsPublicKey> verificationKeys) implements GroupKey {
    /// @throws IllegalArgumentException unless 1 ≤ threshold ≤ parties
    public BlsGroupKey {
        verificationKeys = List.copyOf(verificationKeys);
        if (threshold < 1 || threshold > verificationKeys.size()) {
            throw new IllegalArgumentException("no threshold of " + threshold);
        }
    }

    @Override
    public SignatureScheme scheme() {
        return SignatureScheme.BLS_G1;
    }

    @Override
    public Bytes encoded() {
        return key.bytes();
    }

    @Override
    public int signersMin() {
        return threshold;
    }

    @Override
    public boolean verify(byte[] message, byte[] signature) {
        return decode(signature).filter(each -> Bls.verify(key, message, each)).isPresent();
    }

    @Override
    public boolean isPreparation(int index, Bytes preparation) {
        return preparation.size() == 0;
    }

    @Override
    public Combined combine(SigningOrder order, Map<Integer, Bytes> shares) {
        byte[] message = order.message().toArray();
        List<SignatureShare> known = new ArrayList<>();
        SortedSet<Integer> blamed = new TreeSet<>(order.signers());
        for (int index : order.signers()) {
            Optional.ofNullable(shares.get(index))
                    .flatMap(share -> decode(share.toArray()))
                    .ifPresent(signature -> known.add(new SignatureShare(index, signature)));
        }
        Optional<BlsSignature> combined = combined(known).filter(signature -> Bls.verify(key, message, signature));
        if (combined.isPresent()) {
            return new Combined.Signature(combined.get().bytes());
        }
        known.removeIf(share -> !isOfParty(message, share));
        if (known.size() >= threshold) {
            return new Combined.Signature(ThresholdBls.combine(threshold, known).bytes());
        }
        known.forEach(share -> blamed.remove(share.index()));
        return new Combined.Blamed(blamed);
    }

    /// Empty if there are too few, or they sum to infinity: then at least one of them is bad.
    private Optional<BlsSignature> combined(List<SignatureShare> shares) {
        try {
            return Optional.of(ThresholdBls.combine(threshold, shares));
        } catch (IllegalArgumentException degenerate) {
            return Optional.empty();
        }
    }

    private boolean isOfParty(byte[] message, SignatureShare share) {
        return share.index() <= verificationKeys.size()
                && ThresholdBls.verifyShare(verificationKeys.get(share.index() - 1), message, share);
    }

    private static Optional<BlsSignature> decode(byte[] signature) {
        try {
            return Optional.of(BlsSignature.decode(signature));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
