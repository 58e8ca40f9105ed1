package io.florin.ledger.privacy;

import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.ShownToken;
import io.florin.crypto.transcript.ProofReader;
import io.florin.ledger.client.AuditDisclosure;
import io.florin.ledger.client.HiddenPayment;
import java.util.List;

/// Compares what a payer discloses with what his payment hides. The proof itself is not verified here: only of a
/// payment that is proven do openings say anything.
///
/// | opening | in the anonymous and confidential model | in the unlinkable model |
/// |---|---|---|
/// | of an output | the token's: enrollment id, value, blindings | the same |
/// | of an input | that of the token it names | enrollment id, value and blindings be, bv of the shown We and Wv; both zero of padding |
///
/// So the auditor learns who pays whom how much, and in the unlinkable model not which token is spent.
public final class DisclosureCheck {

    private DisclosureCheck() {}

    /// Whether every opening opens its token, and one owner's inputs name one enrollment id.
    public static boolean holds(PublicParameters parameters, AuditDisclosure disclosure) {
        try {
            return opensOutputs(parameters, disclosure)
                    && opensInputs(parameters, disclosure)
                    && namesOwners(disclosure)
                    && balances(disclosure);
        } catch (IllegalArgumentException | ArithmeticException malformed) {
            return false;
        }
    }

    private static boolean opensOutputs(PublicParameters parameters, AuditDisclosure disclosure) {
        PaymentStatement statement = disclosure.payment().statement();
        List<HiddenToken> outputs = statement.outputs();
        OutputBases bases = OutputBases.of(parameters.model(), statement.readKeys(parameters), outputs.size());
        for (int j = 0; j < outputs.size(); j++) {
            if (!disclosure.outputs().get(j).commit(bases, j).equals(outputs.get(j))) {
                return false;
            }
        }
        return true;
    }

    private static boolean opensInputs(PublicParameters parameters, AuditDisclosure disclosure) {
        HiddenPayment payment = disclosure.payment();
        List<PaymentStatement.Input> inputs = payment.statement().inputs();
        if (inputs.isEmpty()) {
            return true;
        }
        List<Presentations.Shown> shown = shown(parameters, payment);
        OutputBases fixed =
                OutputBases.of(parameters.model(), payment.statement().readKeys(parameters), 0);
        for (int i = 0; i < inputs.size(); i++) {
            HiddenOpening opening = disclosure.inputs().get(i);
            boolean opens = switch (inputs.get(i)) {
                case PaymentStatement.Input.Named(var _, HiddenTokenReference reference) ->
                    opening.commit(fixed, 0).equals(reference.token());
                case PaymentStatement.Input.Unnamed _ ->
                    opens(opening, shown.get(i).token());
            };
            if (!opens) {
                return false;
            }
        }
        return true;
    }

    private static List<Presentations.Shown> shown(PublicParameters parameters, HiddenPayment payment) {
        int points = Presentations.points(parameters, payment.statement());
        int size = ProofReader.size(parameters.format(), points, 0);
        byte[] proof = payment.proof().toArray();
        if (proof.length < size) {
            throw new IllegalArgumentException("a proof too short");
        }
        ProofReader reader = new ProofReader(proof, 0, size, parameters.format(), points, 0);
        return Presentations.read(parameters, payment.statement(), reader, new PointBuffer())
                .shown();
    }

    /// We = eid·R + be·G and Wv = v·R + bv·G.
    private static boolean opens(HiddenOpening opening, ShownToken token) {
        Scalar value = Scalar.ofLong(opening.amount().minorUnits());
        return commits(opening.enrollment(), opening.ownerBlinding(), token, token.enrollment())
                && commits(value, opening.valueBlinding(), token, token.value());
    }

    private static boolean commits(Scalar secret, Scalar blinding, ShownToken token, int commitment) {
        G1 base = token.points().member(token.base());
        G1 opened = G1.sumOfSecretProducts(List.of(secret, blinding), List.of(base, Generators.BLINDING));
        return token.points().isSame(commitment, opened);
    }

    /// Inputs of one owner; those of no value, padding among them, say nothing.
    private static boolean namesOwners(AuditDisclosure disclosure) {
        List<PaymentStatement.Input> inputs = disclosure.payment().statement().inputs();
        for (int i = 0; i < inputs.size(); i++) {
            for (int j = 0; j < i; j++) {
                HiddenOpening one = disclosure.inputs().get(i);
                HiddenOpening other = disclosure.inputs().get(j);
                boolean sameOwner = inputs.get(i).owner() == inputs.get(j).owner();
                boolean bothPay = !one.amount().isZero() && !other.amount().isZero();
                if (sameOwner && bothPay && !one.enrollment().equals(other.enrollment())) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean balances(AuditDisclosure disclosure) {
        long in = sum(disclosure.inputs());
        long out = sum(disclosure.outputs());
        return Math.subtractExact(out, in)
                == disclosure.payment().statement().context().surplus();
    }

    private static long sum(List<HiddenOpening> openings) {
        return openings.stream()
                .mapToLong(opening -> opening.amount().minorUnits())
                .reduce(0, Math::addExact);
    }
}
