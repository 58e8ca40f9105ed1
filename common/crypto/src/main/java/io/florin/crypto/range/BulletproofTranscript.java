package io.florin.crypto.range;

import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.ProofTranscript;
import java.util.List;

/// The one order in which prover and verifier of a Bulletproof hash: sizes, commitments; A, S → y, z; T1, T2 → x;
/// τx, μ, t̂ → w; L, R → x of each round.
final class BulletproofTranscript {
    private static final String COMMITMENTS = "range commitments";
    private static final String BITS = "range A S";
    private static final String POLYNOMIAL = "range T1 T2";
    private static final String ROUND = "range L R";

    private final ProofTranscript transcript;
    private final int[] pair = new int[2];

    private BulletproofTranscript(ProofTranscript transcript, int bits, int values) {
        this.transcript = transcript;
        transcript.message("range bits", bits);
        transcript.message("range values", values);
    }

    BulletproofTranscript(ProofTranscript transcript, int bits, int values, List<? extends CurvePoint> commitments) {
        this(transcript, bits, values);
        transcript.message(COMMITMENTS, commitments);
    }

    /// The same for points in a buffer, by their handles.
    BulletproofTranscript(ProofTranscript transcript, int bits, int values, PointBuffer points, int[] commitments) {
        this(transcript, bits, values);
        transcript.message(COMMITMENTS, points, commitments);
    }

    private void pair(String label, PointBuffer points, int first, int second) {
        pair[0] = first;
        pair[1] = second;
        transcript.message(label, points, pair);
    }

    /// The challenges y and z.
    Scalar[] bits(CurvePoint a, CurvePoint s) {
        transcript.message(BITS, List.of(a, s));
        return yz();
    }

    Scalar[] bits(PointBuffer points, int a, int s) {
        pair(BITS, points, a, s);
        return yz();
    }

    private Scalar[] yz() {
        return new Scalar[] {transcript.challenge("range y"), transcript.challenge("range z")};
    }

    /// The challenge x.
    Scalar polynomial(CurvePoint t1, CurvePoint t2) {
        transcript.message(POLYNOMIAL, List.of(t1, t2));
        return x();
    }

    Scalar polynomial(PointBuffer points, int t1, int t2) {
        pair(POLYNOMIAL, points, t1, t2);
        return x();
    }

    private Scalar x() {
        return transcript.challenge("range x");
    }

    /// The challenge w.
    Scalar evaluation(Scalar tauX, Scalar mu, Scalar tHat) {
        transcript.messageScalars("range tauX mu t", List.of(tauX, mu, tHat));
        return transcript.challenge("range w");
    }

    /// The challenge of a round of the inner product.
    Scalar round(CurvePoint left, CurvePoint right) {
        transcript.message(ROUND, List.of(left, right));
        return round();
    }

    Scalar round(PointBuffer points, int left, int right) {
        pair(ROUND, points, left, right);
        return round();
    }

    private Scalar round() {
        return transcript.challenge("range round");
    }

    /// The last messages; no challenge of this proof follows them.
    void end(Scalar aLast, Scalar bLast) {
        transcript.messageScalars("range a b", List.of(aLast, bLast));
    }
}
