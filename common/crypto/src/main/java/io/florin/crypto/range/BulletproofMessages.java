package io.florin.crypto.range;

import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.PointFormat;
import io.florin.crypto.transcript.ProofReader;
import io.florin.crypto.transcript.ProofWriter;
import java.util.ArrayList;
import java.util.List;

/// Messages of the prover of a Bulletproof, in the notation of Bünz et al. 2017/1066.
///
/// @param a commitment to the bits
/// @param s commitment to their blinding
/// @param t1 commitment to the linear coefficient of t(X)
/// @param t2 commitment to the quadratic coefficient of t(X)
/// @param tauX blinding of t(x)
/// @param mu blinding of A + x·S
/// @param tHat t(x)
/// @param left the points L of the inner product's rounds
/// @param right the points R of the inner product's rounds
/// @param aLast the vector a, folded to one scalar
/// @param bLast the vector b, folded to one scalar
record BulletproofMessages(
        CurvePoint a,
        CurvePoint s,
        CurvePoint t1,
        CurvePoint t2,
        Scalar tauX,
        Scalar mu,
        Scalar tHat,
        List<? extends CurvePoint> left,
        List<? extends CurvePoint> right,
        Scalar aLast,
        Scalar bLast) {
    /// A, S, T1, T2.
    static final int POINTS = 4;

    static final int SCALARS = 5;

    static int size(PointFormat format, int rounds) {
        return ProofReader.size(format, POINTS + 2 * rounds, SCALARS);
    }

    byte[] encode(PointFormat format) {
        List<CurvePoint> points = new ArrayList<>(List.of(a, s, t1, t2));
        points.addAll(left);
        points.addAll(right);
        return new ProofWriter(format)
                .points(points)
                .scalars(List.of(tauX, mu, tHat, aLast, bLast))
                .toArray();
    }
}
