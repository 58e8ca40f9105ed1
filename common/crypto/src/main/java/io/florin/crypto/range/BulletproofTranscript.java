package io.florin.crypto.range;

import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.ProofTranscript;
import java.util.List;

/// The one order in which prover and verifier of a Bulletproof hash: sizes, commitments; A, S → y, z; T1, T2 → x;
/// τx, μ, t̂ → w; L, R → x of each round.
final class BulletproofTranscript {
    private final ProofTranscript transcript;

    BulletproofTranscript(ProofTranscript transcript, int bits, int values, List<? extends CurvePoint> commitments) {
        this.transcript = transcript;
        transcript.message("range bits", bits);
        transcript.message("range values", values);
        transcript.message("range commitments", commitments);
    }

    /// The challenges y and z.
    Scalar[] bits(CurvePoint a, CurvePoint s) {
        transcript.message("range A S", List.of(a, s));
        return new Scalar[] {transcript.challenge("range y"), transcript.challenge("range z")};
    }

    /// The challenge x.
    Scalar polynomial(CurvePoint t1, CurvePoint t2) {
        transcript.message("range T1 T2", List.of(t1, t2));
        return transcript.challenge("range x");
    }

    /// The challenge w.
    Scalar evaluation(Scalar tauX, Scalar mu, Scalar tHat) {
        transcript.messageScalars("range tauX mu t", List.of(tauX, mu, tHat));
        return transcript.challenge("range w");
    }

    /// The challenge of a round of the inner product.
    Scalar round(CurvePoint left, CurvePoint right) {
        transcript.message("range L R", List.of(left, right));
        return transcript.challenge("range round");
    }

    /// The last messages; no challenge of this proof follows them.
    void end(Scalar aLast, Scalar bLast) {
        transcript.messageScalars("range a b", List.of(aLast, bLast));
    }
}
