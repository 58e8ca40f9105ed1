package io.florin.ledger.privacy;

import io.florin.crypto.bbs.CredentialPresentation;
import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.crypto.ps.PsPresentation;
import io.florin.crypto.transcript.ProofReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The points that a proof shows before any challenge.
///
/// @param credentials one for each owner
/// @param shown one for each input of the unlinkable model, none in another
/// @param carriers Vj = vj·Gv + sj·G of each output of the unlinkable model, for its range; none in another, nor where
/// the statement has the limbs encrypted to auditors, which carry then
record Presentations(List<CredentialPresentation> credentials, List<Shown> shown, List<? extends CurvePoint> carriers) {
    private static final int CREDENTIAL_POINTS = 3;
    private static final int TOKEN_POINTS = 5;

    /// A certified token shown, and the selector D = d·Gv + t·G that hides whether it is padding (d = 1).
    record Shown(PsPresentation token, G1 selector) {
        Shown {
            for (CurvePoint point : token.points()) {
                if (point.isIdentity()) {
                    throw new IllegalArgumentException("no point of a presentation is the identity");
                }
            }
        }
    }

    Presentations {
        credentials = List.copyOf(credentials);
        shown = List.copyOf(shown);
        carriers = List.copyOf(carriers);
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

    List<CurvePoint> all() {
        List<CurvePoint> all = new ArrayList<>();
        credentials.forEach(each -> all.addAll(each.points()));
        for (Shown each : shown) {
            all.addAll(each.token().points());
            all.add(each.selector());
        }
        all.addAll(carriers);
        return all;
    }

    static Presentations read(PublicParameters parameters, PaymentStatement statement, ProofReader in) {
        List<CredentialPresentation> credentials = new ArrayList<>();
        for (int i = 0; i < statement.owners(); i++) {
            credentials.add(CredentialPresentation.read(in));
        }
        if (parameters.model() != PrivacyModel.UNLINKABLE) {
            return new Presentations(credentials, List.of(), List.of());
        }
        List<Shown> shown = new ArrayList<>();
        for (int i = 0; i < statement.inputs().size(); i++) {
            shown.add(new Shown(PsPresentation.read(in), in.point()));
        }
        return new Presentations(credentials, shown, in.curvePoints(carriers(statement)));
    }

    /// What the range proof is about: commitments over Gv.
    List<? extends CurvePoint> rangeCommitments(PaymentStatement statement, Optional<AuditCiphertexts.Parts> audit) {
        if (audit.isPresent()) {
            return audit.get().limbCommitments();
        }
        if (!carriers.isEmpty()) {
            return carriers;
        }
        List<G1> values = new ArrayList<>();
        for (HiddenToken output : statement.outputs()) {
            if (output instanceof HiddenToken.Confidential(var _, G1 value)) {
                values.add(value);
            }
        }
        return values;
    }
}
