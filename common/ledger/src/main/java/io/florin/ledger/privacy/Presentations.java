package io.florin.ledger.privacy;

import io.florin.crypto.bbs.CredentialPresentation;
import io.florin.crypto.bbs.ShownCredential;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.ps.PsPresentation;
import io.florin.crypto.ps.ShownToken;
import io.florin.crypto.transcript.ProofReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/// The points that a proof shows before any challenge, where they stand in a buffer: a verifier's batch, into which
/// they are decoded, or the prover's own. They follow each other in the order of the components.
///
/// @param points the buffer
/// @param first handle of the first of them
/// @param credentials one for each owner
/// @param shown one for each input of the unlinkable model, none in another
/// @param carriers how many Vj = vj·Gv + sj·G there are: one for each output of the unlinkable model, for its range;
/// none in another, nor where the statement has the limbs encrypted to auditors, which carry then
record Presentations(
        PointBuffer points, int first, List<ShownCredential> credentials, List<Shown> shown, int carriers) {
    private static final int CREDENTIAL_POINTS = 3;
    private static final int TOKEN_POINTS = 5;

    /// A certified token shown, and the handle of the selector D = d·Gv + t·G that hides whether it is padding (d = 1).
    record Shown(ShownToken token, int selector) {
        Shown {
            for (int i = 0; i < TOKEN_POINTS; i++) {
                if (token.points().isIdentity(token.first() + i)) {
                    throw new IllegalArgumentException("no point of a presentation is the identity");
                }
            }
        }
    }

    /// The same as objects, as a prover has them.
    record ToShow(PsPresentation token, G1 selector) {}

    Presentations {
        credentials = List.copyOf(credentials);
        shown = List.copyOf(shown);
    }

    /// A prover's, in a buffer of their own.
    static Presentations of(List<CredentialPresentation> credentials, List<ToShow> tokens, List<G1> carriers) {
        PointBuffer points = new PointBuffer();
        List<ShownCredential> placed =
                credentials.stream().map(each -> each.place(points)).toList();
        List<Shown> shown = tokens.stream()
                .map(each -> new Shown(each.token().place(points), points.append(each.selector())))
                .toList();
        carriers.forEach(points::append);
        return new Presentations(points, 0, placed, shown, carriers.size());
    }

    static int points(PublicParameters parameters, PaymentStatement statement) {
        int points = CREDENTIAL_POINTS * statement.owners();
        return parameters.model() == PrivacyModel.UNLINKABLE
                ? points + (TOKEN_POINTS + 1) * statement.inputs().size() + carriers(statement)
                : points;
    }

    private static int carriers(PaymentStatement statement) {
        return statement.audit().isPresent() ? 0 : statement.outputs().size();
    }

    /// The handle of an output's carrier.
    int carrier(int output) {
        return first + size() - carriers + Objects.checkIndex(output, carriers);
    }

    /// Number of points in all.
    int size() {
        return CREDENTIAL_POINTS * credentials.size() + (TOKEN_POINTS + 1) * shown.size() + carriers;
    }

    static Presentations read(
            PublicParameters parameters, PaymentStatement statement, ProofReader in, PointBuffer points) {
        int first = points.size();
        List<ShownCredential> credentials = new ArrayList<>();
        for (int i = 0; i < statement.owners(); i++) {
            credentials.add(ShownCredential.read(in, points));
        }
        List<Shown> shown = new ArrayList<>();
        int carriers = 0;
        if (parameters.model() == PrivacyModel.UNLINKABLE) {
            for (int i = 0; i < statement.inputs().size(); i++) {
                shown.add(new Shown(ShownToken.read(in, points), in.point(points)));
            }
            carriers = carriers(statement);
            in.curvePoints(points, carriers);
        }
        return new Presentations(points, first, credentials, shown, carriers);
    }

    /// Subjects of the range proof, by handles: commitments over Gv.
    int[] rangeCommitments(PaymentStatement statement, Optional<AuditCiphertexts.Parts> audit) {
        if (audit.isPresent()) {
            return handles(audit.get().limbCommitments());
        }
        if (carriers > 0) {
            return IntStream.range(0, carriers).map(this::carrier).toArray();
        }
        List<G1> values = new ArrayList<>();
        for (HiddenToken output : statement.outputs()) {
            if (output instanceof HiddenToken.Confidential(var _, G1 value)) {
                values.add(value);
            }
        }
        return handles(values);
    }

    private int[] handles(List<G1> objects) {
        return objects.stream().mapToInt(points::handle).toArray();
    }
}
