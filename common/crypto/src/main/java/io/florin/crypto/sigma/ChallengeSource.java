package io.florin.crypto.sigma;

import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.Scalar;
import java.util.List;

/// Where a proof's challenge comes from. Used once: one source, one proof.
public interface ChallengeSource {
    /// The challenge of these announcements for the relation, of which every point and coefficient is hashed.
    Scalar challenge(LinearRelation relation, List<? extends CurvePoint> announcements);

    /// 32 bytes that depend on everything hashed so far. Goes into the prover's nonces; changes nothing.
    byte[] binding();
}
