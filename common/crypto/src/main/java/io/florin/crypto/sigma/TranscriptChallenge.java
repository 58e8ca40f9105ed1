package io.florin.crypto.sigma;

import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.ProofTranscript;
import java.util.List;

/// The challenge of a proof that is part of a larger one: the transcript goes on with relation and announcements,
/// after everything that it holds already.
public final class TranscriptChallenge implements ChallengeSource {
    private final ProofTranscript transcript;

    /// A challenge from the transcript, which moves on by it.
    public TranscriptChallenge(ProofTranscript transcript) {
        this.transcript = transcript;
    }

    @Override
    public Scalar challenge(LinearRelation relation, List<? extends CurvePoint> announcements) {
        transcript.message("sigma relation", relation.encode());
        transcript.message("sigma announcements", announcements);
        return transcript.challenge("sigma challenge");
    }

    @Override
    public byte[] binding() {
        return transcript.binding();
    }
}
