package io.florin.crypto.ps;

import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.sigma.LinearRelation;
import io.florin.crypto.transcript.ProofReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// A certified token shown without a trace to its certification: R = u·H, We = eid·R + be·G, Wv = v·R + bv·G,
/// Wr = r·R + br·G, S = u·Ŝ + be·Ye + bv·Yv + br·Yr with fresh u, be, bv, br.
///
/// It holds if the pairing equation e(R, X~) e(We, Y~e) e(Wv, Y~v) e(Wr, Y~r) = e(S, g~) does, R is not the identity,
/// and the openings of We, Wv, Wr are proven as part of the transaction's relation. The key's points are constant, so a
/// batch pays six Miller loops however many tokens it shows. 240 bytes.
///
/// R is of the group and not the identity. The others need not be checked: group and pairing equations are settled by a
/// batch, so they hold for the parts in the group, and nothing else is asked of these points.
///
/// @param points R, We, Wv, Wr, S
public record PsPresentation(List<? extends CurvePoint> points) {
    /// Number of points of a presentation.
    static final int POINTS = 5;

    /// @throws IllegalArgumentException unless there are five points, the first checked to be in the group
    public PsPresentation {
        points = List.copyOf(points);
        if (points.size() != POINTS) {
            throw new IllegalArgumentException("five points expected, got " + points.size());
        }
        if (!(points.getFirst() instanceof G1)) {
            throw new IllegalArgumentException("a base that nobody has checked");
        }
    }

    /// The shower's part: the presentation and be, bv, br for the proof. It prints nothing.
    public static final class Shown {
        private final PsPresentation presentation;
        private final List<Scalar> blindings;

        private Shown(PsPresentation presentation, List<Scalar> blindings) {
            this.presentation = presentation;
            this.blindings = blindings;
        }

        /// The part that is shown.
        public PsPresentation presentation() {
            return presentation;
        }

        /// be, bv, br, in the order in which [PsPresentation#addTo] adds their scalars.
        public List<Scalar> blindings() {
            return blindings;
        }

        @Override
        public String toString() {
            return "Shown";
        }
    }

    /// Shows a signature.
    ///
    /// @param nonces uniform secret scalars, another with each call: of [io.florin.crypto.transcript.HedgedNonces]
    public static Shown show(PsPublicKey key, PsSignature signature, PsMessage message, Supplier<Scalar> nonces) {
        Scalar factor = nonZero(nonces);
        G1 base = signature.base().multiply(factor);
        List<Scalar> blindings = List.of(nonces.get(), nonces.get(), nonces.get());
        List<Scalar> scalars = message.scalars();
        List<G1> committed = IntStream.range(0, PsPublicKey.MESSAGES)
                .mapToObj(i -> G1.sumOfSecretProducts(
                        List.of(scalars.get(i), blindings.get(i)), List.of(base, Generators.BLINDING)))
                .toList();
        G1 shown = signature.signature().multiply(factor).add(G1.sumOfSecretProducts(blindings, key.blinding()));
        List<G1> points = List.of(base, committed.get(0), committed.get(1), committed.get(2), shown);
        return new Shown(new PsPresentation(points), blindings);
    }

    private static Scalar nonZero(Supplier<Scalar> nonces) {
        Scalar scalar = nonces.get();
        while (scalar.isZero()) {
            scalar = nonces.get();
        }
        return scalar;
    }

    /// Reads the points from a proof: none the identity, R of the group.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static PsPresentation read(ProofReader in) {
        List<CurvePoint> points = new ArrayList<>(List.of(in.point()));
        points.addAll(in.curvePoints(POINTS - 1));
        return new PsPresentation(points);
    }

    /// R, the token's base re-randomised.
    public G1 base() {
        return (G1) points.getFirst();
    }

    /// We.
    public CurvePoint enrollment() {
        return points.get(1);
    }

    /// Wv.
    public CurvePoint value() {
        return points.get(2);
    }

    /// Wr.
    public CurvePoint seed() {
        return points.get(3);
    }

    /// Adds the three equations We = eid·R + be·G, Wv = v·R + bv·G, Wr = r·R + br·G to a relation, with new scalars for
    /// be, bv, br in this order.
    ///
    /// @param blindingBase the element G of the relation
    /// @param enrollment the relation's scalar eid
    /// @param value the relation's scalar v
    /// @param seed the relation's scalar r
    public void addTo(LinearRelation.Builder relation, int blindingBase, int enrollment, int value, int seed) {
        place(relation.points()).addTo(relation, blindingBase, enrollment, value, seed);
    }

    /// Adds the pairing equation to an item, or refuses it if R is the identity, under which everything would hold.
    public void appendTo(VerificationBatch.Item item, PsPublicKey key) {
        place(item.points()).appendTo(item, key);
    }

    /// Puts the points into a buffer.
    public ShownToken place(PointBuffer target) {
        int first = target.size();
        points.forEach(target::append);
        return new ShownToken(target, first);
    }
}
