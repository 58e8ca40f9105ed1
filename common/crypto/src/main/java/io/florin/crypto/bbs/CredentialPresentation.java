package io.florin.crypto.bbs;

import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.sigma.LinearRelation;
import io.florin.crypto.transcript.PointFormat;
import io.florin.crypto.transcript.ProofReader;
import io.florin.crypto.transcript.ProofWriter;
import java.util.List;

/// The randomised signature of a credential: Ā = r1·r2·A, D = r2·B, B̄ = r1·D − e·Ā.
///
/// What is proven of it, as two equations of a larger relation and one of pairings:
///
/// - B̄ = r1·D − e·Ā
/// - P1 + domain·Q1 + epoch·H₄ = r3·D − sk·H₁ − K·H₂ − id·H₃
/// - e(Ā, W) = e(B̄, P2)
///
/// From an extracted witness (A, e) = (r1⁻¹·r3·Ā, e) is a signature of (sk, K, id, epoch), as Ā is of the group and not
/// the identity. B̄ and D need not be checked: all three equations are settled by a batch, so they hold for the parts
/// in the group, and nothing else is asked of these points. The points must stand in the transcript's statement before
/// any challenge.
///
/// @param aBar Ā
/// @param bBar B̄
/// @param d D
public record CredentialPresentation(G1 aBar, CurvePoint bBar, CurvePoint d) {
    /// Number of points of a presentation.
    static final int POINTS = 3;

    /// @throws IllegalArgumentException if a point is the identity
    public CredentialPresentation {
        if (aBar.isIdentity() || bBar.isIdentity() || d.isIdentity()) {
            throw new IllegalArgumentException("no point of a presentation is the identity");
        }
    }

    /// Bytes in a presentation.
    public static int size(PointFormat format) {
        return ProofReader.size(format, POINTS, 0);
    }

    /// Reads three points, none the identity, the first of the group.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static CredentialPresentation decode(PointFormat format, byte[] bytes) {
        return read(new ProofReader(bytes, format, POINTS, 0));
    }

    /// Reads the points from a larger proof, as [#decode] does.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static CredentialPresentation read(ProofReader in) {
        return new CredentialPresentation(in.point(), in.curvePoint(), in.curvePoint());
    }

    /// Ā, B̄, D.
    public byte[] encode(PointFormat format) {
        return new ProofWriter(format).points(points()).toArray();
    }

    /// Ā, B̄, D, for the transcript's statement.
    public List<CurvePoint> points() {
        return List.of(aBar, bBar, d);
    }

    /// The indexes of the secrets in a relation, in the order of [PresentedCredential#secrets].
    ///
    /// @param e of the signature
    /// @param r1 of the randomisation
    /// @param r3 of the randomisation
    /// @param secretKey the holder's
    /// @param serialKey of serial numbers
    /// @param id of the holder, for equations of a token's owner
    public record Secrets(int e, int r1, int r3, int secretKey, int serialKey, int id) {}

    /// Adds the statement to a relation. The secrets are six scalars in a row.
    ///
    /// @param epochBase [CredentialScheme#base] of the epoch that the verifier accepts
    public Secrets state(LinearRelation.Builder builder, CredentialScheme scheme, G1 epochBase) {
        return place(builder.points()).state(builder, scheme, epochBase);
    }

    /// Appends e(Ā, W) = e(B̄, P2).
    public void verify(CredentialScheme scheme, VerificationBatch.Item item) {
        place(item.points()).verify(scheme, item);
    }

    /// Puts the points into a buffer.
    public ShownCredential place(PointBuffer points) {
        int first = points.append(aBar);
        points.append(bBar);
        points.append(d);
        return new ShownCredential(points, first);
    }
}
