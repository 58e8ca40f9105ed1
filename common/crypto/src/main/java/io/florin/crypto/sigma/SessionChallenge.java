package io.florin.crypto.sigma;

import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.DuplexSponge;
import io.florin.crypto.transcript.FiatShamir;

/// The challenge of a proof that stands alone, exactly as in draft-irtf-cfrg-sigma-protocols (suite
/// `sigma-proofs_Shake128_BLS12381`): session id, serialised relation, announcements.
public final class SessionChallenge implements ChallengeSource {
    private final DuplexSponge sponge;

    /// A challenge bound to the session that the tag names.
    public SessionChallenge(byte[] tag) {
        sponge = new DuplexSponge(DuplexSponge.deriveSessionId(tag));
    }

    @Override
    public Scalar challenge(LinearRelation relation, PointBuffer announcements, int from, int count) {
        sponge.absorb(relation.encode());
        byte[] encoded = new byte[CurvePoint.SIZE];
        for (int i = 0; i < count; i++) {
            announcements.encodeInto(from + i, encoded, 0);
            sponge.absorb(encoded);
        }
        return FiatShamir.scalar(sponge);
    }

    @Override
    public byte[] binding() {
        return sponge.copy().squeeze(DuplexSponge.SESSION_ID_SIZE);
    }
}
