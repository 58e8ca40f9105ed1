package io.florin.crypto.sigma;

import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;

/// The challenge for another relation than the one that is proven: of a prover who sends points that are not those he
/// calculates with.
///
/// @param relation the one that the verifier sees
/// @param source the verifier's
public record OtherRelation(LinearRelation relation, ChallengeSource source) implements ChallengeSource {
    @Override
    public Scalar challenge(LinearRelation proven, PointBuffer announcements, int from, int count) {
        return source.challenge(relation, announcements, from, count);
    }

    @Override
    public byte[] binding() {
        return source.binding();
    }
}
