package io.florin.crypto.sigma;

import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.DuplexSponge;
import io.florin.crypto.transcript.FiatShamir;
import java.util.List;

/// The challenge of a proof that stands alone, exactly as in draft-irtf-cfrg-sigma-protocols (suite
/// `sigma-proofs_Shake128_BLS12381`): session id, serialised relation, announcements.
public final class SessionChallenge implements ChallengeSource {
    private final DuplexSponge sponge;

    /// A challenge bound to the session that the tag names.
    public SessionChallenge(byte[] tag) {
        sponge = new DuplexSponge(DuplexSponge.deriveSessionId(tag));
    }

    @Override
    public Scalar challenge(LinearRelation relation, List<? extends CurvePoint> announcements) {
        sponge.absorb(relation.encode());
        for (CurvePoint announcement : announcements) {
            sponge.absorb(announcement.encode());
        }
        return FiatShamir.scalar(sponge);
    }

    @Override
    public byte[] binding() {
        return sponge.copy().squeeze(DuplexSponge.SESSION_ID_SIZE);
    }
}
