package io.florin.crypto.ps;

import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.PreparedG2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.sigma.LinearRelation;
import io.florin.crypto.transcript.ProofReader;

/// A [PsPresentation] whose points stand in a buffer, as they come out of a proof's bytes.
///
/// @param points where they stand
/// @param first handle of R, a member of the group; We, Wv, Wr, S follow
public record ShownToken(PointBuffer points, int first) {
    private static final Scalar MINUS_ONE = Scalar.ONE.negate();

    /// @throws IllegalArgumentException if there are no five points, or nobody has checked the first
    public ShownToken {
        if (first < 0 || points.size() - first < PsPresentation.POINTS) {
            throw new IllegalArgumentException("five points expected");
        }
        if (!points.isMember(first)) {
            throw new IllegalArgumentException("a base that nobody has checked");
        }
    }

    /// Reads the points from a proof: none the identity, R of the group.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static ShownToken read(ProofReader in, PointBuffer target) {
        int first = in.point(target);
        in.curvePoints(target, PsPresentation.POINTS - 1);
        return new ShownToken(target, first);
    }

    /// Handle of R, the token's base re-randomised.
    public int base() {
        return first;
    }

    /// Handle of We.
    public int enrollment() {
        return first + 1;
    }

    /// Handle of Wv.
    public int value() {
        return first + 2;
    }

    /// Handle of Wr.
    public int seed() {
        return first + 3;
    }

    private int signature() {
        return first + 4;
    }

    /// Adds three equations to a relation, as [PsPresentation#addTo] does.
    ///
    /// @param blindingBase the element G of the relation
    /// @param enrollment the relation's scalar eid
    /// @param value the relation's scalar v
    /// @param seed the relation's scalar r
    public void addTo(LinearRelation.Builder relation, int blindingBase, int enrollment, int value, int seed) {
        int base = relation.element(points, base());
        commit(relation, enrollment(), enrollment, base, blindingBase);
        commit(relation, value(), value, base, blindingBase);
        commit(relation, seed(), seed, base, blindingBase);
    }

    private void commit(LinearRelation.Builder relation, int committed, int secret, int base, int blindingBase) {
        relation.image(relation.element(points, committed))
                .term(secret, base)
                .term(relation.scalar(), blindingBase)
                .end();
    }

    /// Adds the pairing equation to an item, or refuses it if R is the identity, under which everything would hold.
    public void appendTo(VerificationBatch.Item item, PsPublicKey key) {
        if (points.isIdentity(base())) {
            item.refuse();
            return;
        }
        VerificationBatch.PairingEquation equation = item.pairingEquation().add(Scalar.ONE, in(item, base()), key.x());
        for (int i = 0; i < PsPublicKey.MESSAGES; i++) {
            equation.add(Scalar.ONE, in(item, enrollment() + i), key.y().get(i));
        }
        equation.add(MINUS_ONE, in(item, signature()), PreparedG2.generator());
    }

    private int in(VerificationBatch.Item item, int handle) {
        return item.points().handle(points, handle);
    }
}
