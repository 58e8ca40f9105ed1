package io.florin.crypto.sigma;

import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import java.util.List;

/// Source of a proof's challenge. Used once: one source, one proof.
public interface ChallengeSource {
    /// The challenge of these announcements for the relation, of which every point and coefficient is hashed.
    ///
    /// @param announcements where so many of them stand, from a handle on
    Scalar challenge(LinearRelation relation, PointBuffer announcements, int from, int count);

    /// The same of announcements that are objects.
    default Scalar challenge(LinearRelation relation, List<? extends CurvePoint> announcements) {
        PointBuffer points = new PointBuffer();
        announcements.forEach(points::append);
        return challenge(relation, points, 0, points.size());
    }

    /// 32 bytes that depend on everything hashed so far. Goes into the prover's nonces; changes nothing.
    byte[] binding();
}
