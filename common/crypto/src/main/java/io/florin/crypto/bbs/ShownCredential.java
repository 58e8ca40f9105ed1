package io.florin.crypto.bbs;

import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.bbs.CredentialPresentation.Secrets;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.PreparedG2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.sigma.LinearRelation;
import io.florin.crypto.transcript.ProofReader;

/// A [CredentialPresentation] whose points stand in a buffer, as they come out of a proof's bytes.
///
/// @param points where they stand
/// @param first handle of Ā, a member of the group; B̄ and D follow
public record ShownCredential(PointBuffer points, int first) {
    private static final Scalar MINUS_ONE = Scalar.ONE.negate();

    /// @throws IllegalArgumentException if there are no three points, one is the identity, or nobody has checked the
    /// first
    public ShownCredential {
        if (first < 0 || points.size() - first < CredentialPresentation.POINTS) {
            throw new IllegalArgumentException("three points expected");
        }
        if (!points.isMember(first)) {
            throw new IllegalArgumentException("a point that nobody has checked");
        }
        for (int i = 0; i < CredentialPresentation.POINTS; i++) {
            if (points.isIdentity(first + i)) {
                throw new IllegalArgumentException("no point of a presentation is the identity");
            }
        }
    }

    /// Reads three points from a larger proof: none the identity, the first of the group.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static ShownCredential read(ProofReader in, PointBuffer target) {
        int first = in.point(target);
        in.curvePoints(target, CredentialPresentation.POINTS - 1);
        return new ShownCredential(target, first);
    }

    private int bBar() {
        return first + 1;
    }

    private int d() {
        return first + 2;
    }

    /// Adds the statement to a relation, as [CredentialPresentation#state] does.
    ///
    /// @param epochBase [CredentialScheme#base] of the epoch that the verifier accepts
    public Secrets state(LinearRelation.Builder builder, CredentialScheme scheme, G1 epochBase) {
        Secrets secrets = new Secrets(
                builder.scalar(),
                builder.scalar(),
                builder.scalar(),
                builder.scalar(),
                builder.scalar(),
                builder.scalar());
        int dElement = builder.element(points, d());
        builder.image(builder.element(points, bBar()))
                .term(secrets.r1(), dElement)
                .term(MINUS_ONE, secrets.e(), builder.element(points, first))
                .end();
        builder.image(builder.element(epochBase))
                .term(secrets.r3(), dElement)
                .term(MINUS_ONE, secrets.secretKey(), builder.element(scheme.secretBase()))
                .term(MINUS_ONE, secrets.serialKey(), builder.element(scheme.serialBase()))
                .term(MINUS_ONE, secrets.id(), builder.element(scheme.idBase()))
                .end();
        return secrets;
    }

    /// Appends e(Ā, W) = e(B̄, P2).
    public void verify(CredentialScheme scheme, VerificationBatch.Item item) {
        item.pairingEquation()
                .add(Scalar.ONE, item.points().handle(points, first), scheme.preparedKey())
                .add(MINUS_ONE, item.points().handle(points, bBar()), PreparedG2.generator());
    }
}
