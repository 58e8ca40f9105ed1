package io.florin.ledger.privacy;

import static io.florin.crypto.sigma.LinearRelation.term;

import io.florin.crypto.bbs.CredentialPresentation;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.PsPresentation;
import io.florin.crypto.sigma.LinearRelation;
import io.florin.crypto.sigma.LinearRelation.ImageTerm;
import io.florin.crypto.sigma.LinearRelation.Term;
import io.florin.ledger.client.TransactionKind;
import java.util.ArrayList;
import java.util.List;

/// The linear relation of a payment, the models being switches. In the notation of docs/crypto/models.md: A1, A2 for
/// each owner; A3 and B1 where inputs have names; E3 to E6 with the selector, E7 to E10 where they have none. Scalars
/// are numbered in the order in which [PaymentProver] lays out its secrets.
final class PaymentRelation {
    private static final Scalar MINUS_ONE = Scalar.ONE.negate();

    private final PublicParameters parameters;
    private final PaymentStatement statement;
    private final Presentations presentations;
    private final OutputBases bases;
    private final LinearRelation.Builder builder = LinearRelation.builder();
    private final List<CredentialPresentation.Secrets> owners = new ArrayList<>();
    private final int blinding;

    private PaymentRelation(PublicParameters parameters, PaymentStatement statement, Presentations presentations) {
        this.parameters = parameters;
        this.statement = statement;
        this.presentations = presentations;
        this.bases = OutputBases.of(
                parameters.model(),
                statement.readKeys(parameters),
                statement.outputs().size());
        this.blinding = builder.element(Generators.BLINDING);
    }

    /// @throws IllegalArgumentException if a point is one that no honest payment has
    static LinearRelation of(PublicParameters parameters, PaymentStatement statement, Presentations presentations) {
        return new PaymentRelation(parameters, statement, presentations).build();
    }

    private LinearRelation build() {
        presentations
                .credentials()
                .forEach(each -> owners.add(each.state(
                        builder, parameters.credentials(), parameters.epochBase(statement.credentialEpoch()))));
        if (parameters.model() == PrivacyModel.UNLINKABLE) {
            outputs(unnamedInputs());
        } else {
            namedInputs();
            if (statement.context().kind() == TransactionKind.ISSUE) {
                openOwners();
            }
            if (parameters.model() == PrivacyModel.CONFIDENTIAL) {
                balance();
            }
        }
        return builder.build();
    }

    /// A3: C = eid·Ge + a·G.
    private void namedInputs() {
        if (statement.inputs().isEmpty()) {
            return;
        }
        int enrollment = builder.element(Generators.ENROLLMENT);
        for (PaymentStatement.Input input : statement.inputs()) {
            int commitment = builder.element(PaymentStatement.named(input).owner());
            builder.equation(
                    commitment, term(owners.get(input.owner()).id(), enrollment), term(builder.scalar(), blinding));
        }
    }

    /// E7 of an issue in the models with fixed bases.
    private void openOwners() {
        int enrollment = builder.element(Generators.ENROLLMENT);
        for (HiddenToken output : statement.outputs()) {
            builder.equation(
                    builder.element(output.owner()),
                    term(builder.scalar(), enrollment),
                    term(builder.scalar(), blinding));
        }
    }

    /// B1: Σ V of inputs + surplus·Gv − Σ V of outputs = δ·G.
    private void balance() {
        List<ImageTerm> image = new ArrayList<>();
        for (PaymentStatement.Input input : statement.inputs()) {
            image.add(new ImageTerm(builder.element(value(PaymentStatement.named(input))), Scalar.ONE));
        }
        for (HiddenToken output : statement.outputs()) {
            image.add(new ImageTerm(builder.element(value(output)), MINUS_ONE));
        }
        addSurplus(image, Generators.VALUE, Scalar.ONE);
        builder.equation(image, List.of(term(builder.scalar(), blinding)));
    }

    private void addSurplus(List<ImageTerm> image, G1 base, Scalar sign) {
        if (statement.context().surplus() != 0) {
            image.add(new ImageTerm(builder.element(base), surplus().multiply(sign)));
        }
    }

    private Scalar surplus() {
        long surplus = statement.context().surplus();
        return surplus < 0 ? Scalar.ofLong(-surplus).negate() : Scalar.ofLong(surplus);
    }

    static G1 value(HiddenToken token) {
        return switch (token) {
            case HiddenToken.Confidential(var _, G1 value) -> value;
            case HiddenToken.Unlinkable(var _, G1 value) -> value;
            case HiddenToken.Anonymous _ -> throw new IllegalArgumentException("a value in the clear");
        };
    }

    /// E3 to E6 for each input; returns the scalars of the values.
    private List<Integer> unnamedInputs() {
        List<Integer> values = new ArrayList<>();
        if (statement.inputs().isEmpty()) {
            return values;
        }
        int serialBase = builder.element(Generators.SERIAL);
        for (int b = 0; b < statement.inputs().size(); b++) {
            PaymentStatement.Input input = statement.inputs().get(b);
            CredentialPresentation.Secrets owner = owners.get(input.owner());
            int value = builder.scalar();
            int tokenOwner = builder.scalar();
            int tokenSeed = builder.scalar();
            int seed = builder.scalar();
            PsPresentation token = presentations.shown().get(b).token();
            token.addTo(builder, blinding, tokenOwner, value, tokenSeed);
            PaymentStatement.serial(input).addTo(builder, serialBase, owner.serialKey(), seed);
            select(presentations.shown().get(b), value, tokenOwner, owner.id(), tokenSeed, seed);
            values.add(value);
        }
        return values;
    }

    /// The three second openings that hold only if v·d = 0 and (eid − eid of the token)·(1 − d) =
    /// (seed − seed of the token)·(1 − d) = 0 for the selector's d.
    private void select(Presentations.Shown shown, int value, int tokenOwner, int owner, int tokenSeed, int seed) {
        int base = builder.element(shown.token().base());
        int selector = builder.element(shown.selector());
        int complement = builder.element(Generators.VALUE.subtract(shown.selector()));
        builder.equation(
                builder.element(shown.token().enrollment()),
                term(tokenOwner, base),
                term(owner, complement),
                term(MINUS_ONE, tokenOwner, complement),
                term(builder.scalar(), blinding));
        builder.equation(
                builder.element(shown.token().value()),
                term(value, base),
                term(value, selector),
                term(builder.scalar(), blinding));
        builder.equation(
                builder.element(shown.token().seed()),
                term(tokenSeed, base),
                term(seed, complement),
                term(MINUS_ONE, tokenSeed, complement),
                term(builder.scalar(), blinding));
    }

    /// E7, E8, E9 of each output. The last one's value is what is left, which is E10.
    private void outputs(List<Integer> inputs) {
        List<Integer> others = new ArrayList<>();
        int last = statement.outputs().size() - 1;
        boolean known = inputs.isEmpty() && last == 0; // an issue to one: its only value is the public one
        int valueBase = known ? blinding : builder.element(Generators.VALUE);
        for (int j = 0; j <= last; j++) {
            int base = builder.element(bases.ownerBase(j));
            int payee = builder.scalar();
            if (j < last) {
                others.add(builder.scalar());
            }
            HiddenToken output = statement.outputs().get(j);
            builder.equation(builder.element(output.owner()), term(payee, base), term(builder.scalar(), blinding));
            if (j < last) {
                int value = others.getLast();
                builder.equation(builder.element(value(output)), term(value, base), term(builder.scalar(), blinding));
                builder.equation(
                        builder.element(presentations.carriers().get(j)),
                        term(value, valueBase),
                        term(builder.scalar(), blinding));
            } else {
                rest(value(output), bases.valueBase(j), base, inputs, others);
                rest(presentations.carriers().get(j), Generators.VALUE, valueBase, inputs, others);
            }
        }
    }

    /// image − surplus·base = (Σ inputs − Σ other outputs)·base + blinding.
    private void rest(CurvePoint commitment, G1 base, int baseElement, List<Integer> inputs, List<Integer> others) {
        List<ImageTerm> image = new ArrayList<>(List.of(new ImageTerm(builder.element(commitment), Scalar.ONE)));
        addSurplus(image, base, MINUS_ONE);
        List<Term> terms = new ArrayList<>();
        inputs.forEach(value -> terms.add(term(value, baseElement)));
        others.forEach(value -> terms.add(term(MINUS_ONE, value, baseElement)));
        terms.add(term(builder.scalar(), blinding));
        builder.equation(image, terms);
    }
}
