package io.florin.crypto.frost;

import io.florin.crypto.Bytes32;
import io.florin.crypto.shamir.FieldElement;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// R of a signing package with what leads to it: each party's `D + ρ·E`, the binding factors and the challenge.
record GroupCommitment(
        Bytes32 encoded,
        FieldElement challenge,
        SortedMap<Integer, FieldElement> bindingFactors,
        SortedMap<Integer, EdwardsPoint> parts) {
    /// Empty if a commitment is no element of the group other than the identity, or their sum is the identity.
    static Optional<GroupCommitment> of(FrostGroupKey key, SigningPackage signing) {
        SortedMap<Integer, FieldElement> factors = FrostSuite.bindingFactors(key.encoded(), signing);
        SortedMap<Integer, EdwardsPoint> parts = new TreeMap<>();
        EdwardsPoint sum = Edwards25519.GROUP.identity();
        for (NonceCommitment commitment : signing.commitments()) {
            FieldElement factor = Objects.requireNonNull(factors.get(commitment.index()));
            EdwardsPoint part;
            try {
                part = EdwardsPoint.decode(commitment.hiding().toArray())
                        .add(EdwardsPoint.decode(commitment.binding().toArray()).times(factor));
            } catch (IllegalArgumentException notAPoint) {
                return Optional.empty();
            }
            parts.put(commitment.index(), part);
            sum = sum.add(part);
        }
        if (sum.isIdentity()) {
            return Optional.empty();
        }
        Bytes32 encoded = sum.encoded();
        FieldElement challenge =
                FrostSuite.challenge(encoded, key.encoded(), signing.message().toArray());
        return Optional.of(new GroupCommitment(encoded, challenge, factors, parts));
    }
}
