package io.florin.crypto.sigma;

import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.ProofTranscript;

/// The challenge of a proof that is part of a larger one: the transcript goes on with relation and announcements,
/// after everything that it holds already.
public final class TranscriptChallenge implements ChallengeSource {
    private final ProofTranscript transcript;

    /// A challenge from the transcript, which moves on by it.
    public TranscriptChallenge(ProofTranscript transcript) {
        this.transcript = transcript;
    }

    @Override
    public Scalar challenge(LinearRelation relation, PointBuffer announcements, int from, int count) {
        transcript.message("sigma relation", relation.encode());
        transcript.message("sigma announcements", announcements, from, count);
        return transcript.challenge("sigma challenge");
    }

    @Override
    public byte[] binding() {
        return transcript.binding();
    }
}
