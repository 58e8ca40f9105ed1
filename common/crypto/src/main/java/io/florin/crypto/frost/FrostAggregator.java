package io.florin.crypto.frost;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.sign.Ed25519;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The coordinator's side of FROST: it adds the shares up and checks the result; only if that fails, or a share is
/// missing, it checks them one by one and names the cheaters. It needs no secret and no trust: what it returns
/// verifies by itself.
public final class FrostAggregator {
    private FrostAggregator() {}

    /// Result of combining the shares.
    public sealed interface Outcome {
        /// An Ed25519 signature of 64 bytes that [Ed25519#verify] accepts.
        record Signature(Bytes signature) implements Outcome {}

        /// These parties, and only they, sent no share or a wrong one, or commitments that are no group elements.
        record Blamed(SortedSet<Integer> parties) implements Outcome {}
    }

    /// Aggregates (RFC 9591 section 5.3).
    ///
    /// @param shares one for each signer, by arrival; of two by one party the first counts, of strangers none
    /// @throws IllegalArgumentException if the package names parties the key does not have, or fewer than the threshold
    public static Outcome aggregate(FrostGroupKey key, SigningPackage signing, List<FrostShare> shares) {
        List<Integer> signers = signing.indexes();
        if (signers.size() < key.threshold() || signers.getLast() > key.parties()) {
            throw new IllegalArgumentException("these parties cannot sign");
        }
        Optional<GroupCommitment> group = GroupCommitment.of(key, signing);
        if (group.isEmpty()) {
            return new Outcome.Blamed(badCommitments(signing));
        }
        SortedMap<Integer, FieldElement> scalars = new TreeMap<>();
        SortedSet<Integer> blamed = new TreeSet<>(signers);
        for (FrostShare share : shares) {
            if (signers.contains(share.index()) && !scalars.containsKey(share.index())) {
                scalar(share).ifPresent(scalar -> {
                    scalars.put(share.index(), scalar);
                    blamed.remove(share.index());
                });
            }
        }
        if (blamed.isEmpty()) {
            Bytes signature = sum(group.get(), scalars);
            if (Ed25519.verify(key.encoded(), signing.message().toArray(), signature.toArray())) {
                return new Outcome.Signature(signature);
            }
        }
        for (Map.Entry<Integer, FieldElement> entry : scalars.entrySet()) {
            if (!isValid(key, signing, group.get(), entry.getKey(), entry.getValue())) {
                blamed.add(entry.getKey());
            }
        }
        if (blamed.isEmpty()) {
            throw new IllegalStateException("shares that hold one by one make a signature");
        }
        return new Outcome.Blamed(blamed);
    }

    /// Whether the share is the one its party owes the package (RFC 9591 section 5.4).
    public static boolean verifyShare(FrostGroupKey key, SigningPackage signing, FrostShare share) {
        Optional<GroupCommitment> group = GroupCommitment.of(key, signing);
        Optional<FieldElement> scalar = scalar(share);
        return group.isPresent()
                && scalar.isPresent()
                && signing.indexes().contains(share.index())
                && isValid(key, signing, group.get(), share.index(), scalar.get());
    }

    /// z·B = D + ρ·E + (c·λ)·Y.
    private static boolean isValid(
            FrostGroupKey key, SigningPackage signing, GroupCommitment group, int index, FieldElement scalar) {
        EdwardsPoint part = group.parts().get(index);
        FieldElement weight = FrostSuite.lagrange(signing, index).multiply(group.challenge());
        EdwardsPoint expected = key.verificationShare(index).times(weight);
        return part != null && Edwards25519.GROUP.generator().times(scalar).equals(part.add(expected));
    }

    private static Optional<FieldElement> scalar(FrostShare share) {
        try {
            return Optional.of(
                    Edwards25519.SCALARS.ofLittleEndian(share.scalar().toArray()));
        } catch (IllegalArgumentException notCanonical) {
            return Optional.empty();
        }
    }

    private static Bytes sum(GroupCommitment group, SortedMap<Integer, FieldElement> scalars) {
        FieldElement sum = Edwards25519.SCALARS.zero();
        for (FieldElement scalar : scalars.values()) {
            sum = sum.add(scalar);
        }
        byte[] signature = new byte[Ed25519.SIGNATURE_SIZE];
        group.encoded().copyInto(signature, 0);
        Bytes32.of(sum.toLittleEndian()).copyInto(signature, Bytes32.SIZE);
        return Bytes.of(signature);
    }

    private static SortedSet<Integer> badCommitments(SigningPackage signing) {
        SortedSet<Integer> bad = new TreeSet<>();
        for (NonceCommitment commitment : signing.commitments()) {
            try {
                EdwardsPoint.decode(commitment.hiding().toArray());
                EdwardsPoint.decode(commitment.binding().toArray());
            } catch (IllegalArgumentException notAPoint) {
                bad.add(commitment.index());
            }
        }
        return bad.isEmpty() ? new TreeSet<>(signing.indexes()) : bad;
    }
}
