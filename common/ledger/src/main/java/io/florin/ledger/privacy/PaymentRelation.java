package io.florin.ledger.privacy;

import io.florin.crypto.bbs.CredentialPresentation;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.elgamal.ValueLimbs;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.sigma.LinearRelation;
import io.florin.ledger.client.TransactionKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The linear relation of a payment, the models being switches. In the notation of docs/crypto/models.md: A1, A2 for
/// each owner; A3 and B1 where inputs have names; E3 to E6 with the selector, E7 to E10 where they have none; under
/// passive audit D1 to D4. Scalars are numbered in the order in which [PaymentProver] lays out its secrets.
final class PaymentRelation {
    private static final Scalar MINUS_ONE = Scalar.ONE.negate();
    private static final Scalar HIGH_LIMB = Scalar.ofLong(1L << ValueLimbs.BITS);
    private static final int NONE = -1;

    private final PublicParameters parameters;
    private final PaymentStatement statement;
    private final Presentations presentations;
    private final OutputBases bases;
    private final Optional<AuditCiphertexts.Parts> audit;
    private final LinearRelation.Builder builder;
    private final List<CredentialPresentation.Secrets> owners = new ArrayList<>();
    private final int blinding;
    private int enrollment = NONE;
    private int auditKey = NONE;

    /// A secret with a public factor.
    private record Weighted(Scalar weight, int scalar) {
        private Weighted negated() {
            return new Weighted(weight.negate(), scalar);
        }
    }

    private PaymentRelation(
            PublicParameters parameters,
            PaymentStatement statement,
            Presentations presentations,
            Optional<AuditCiphertexts.Parts> audit) {
        this.parameters = parameters;
        this.statement = statement;
        this.presentations = presentations;
        this.audit = audit;
        this.bases = OutputBases.of(
                parameters.model(),
                statement.readKeys(parameters),
                statement.outputs().size());
        this.builder = LinearRelation.builder(presentations.points());
        this.blinding = builder.element(Generators.BLINDING);
    }

    /// @throws IllegalArgumentException if a point is one that no honest payment has
    static LinearRelation of(PublicParameters parameters, PaymentStatement statement, Presentations presentations) {
        return of(parameters, statement, presentations, statement.audit().map(each -> each.parts(statement)));
    }

    /// @param audit the statement's ciphertexts
    /// @throws IllegalArgumentException if a point is one that no honest payment has
    static LinearRelation of(
            PublicParameters parameters,
            PaymentStatement statement,
            Presentations presentations,
            Optional<AuditCiphertexts.Parts> audit) {
        return new PaymentRelation(parameters, statement, presentations, audit).build();
    }

    private LinearRelation build() {
        presentations
                .credentials()
                .forEach(each -> owners.add(each.state(
                        builder, parameters.credentials(), parameters.epochBase(statement.credentialEpoch()))));
        payers();
        if (parameters.model() == PrivacyModel.UNLINKABLE) {
            outputs(unnamedInputs());
        } else {
            namedInputs();
            if (audit.isPresent() || statement.context().kind() == TransactionKind.ISSUE) {
                openOwners();
            }
            if (parameters.model() == PrivacyModel.CONFIDENTIAL) {
                openLimbs();
                balance();
            }
        }
        return builder.build();
    }

    /// Ge, which is among the points only if an equation needs it, as are all points.
    private int enrollment() {
        if (enrollment == NONE) {
            enrollment = builder.element(Generators.ENROLLMENT);
        }
        return enrollment;
    }

    /// The audit authority's PK.
    private int auditKey() {
        if (auditKey == NONE) {
            auditKey = builder.element(parameters.audit().orElseThrow().key().point());
        }
        return auditKey;
    }

    /// The handle s·PK of a commitment whose blinding is the scalar s.
    private void handle(AuditCiphertexts.Sealed sealed, int blindingScalar) {
        AuditPublicKey.addTo(builder, auditKey(), sealed.handle(), blindingScalar);
    }

    /// D1: Es = eid·Ge + w·G and Xs = w·PK for each owner, with the eid of his credential.
    private void payers() {
        if (audit.isEmpty()) {
            return;
        }
        for (int i = 0; i < owners.size(); i++) {
            openEnrollment(audit.get().payers().get(i), owners.get(i).id());
        }
    }

    private void openEnrollment(AuditCiphertexts.Sealed sealed, int id) {
        int blindingScalar = builder.scalar();
        builder.image(builder.element(sealed.commitment()))
                .term(id, enrollment())
                .term(blindingScalar, blinding)
                .end();
        handle(sealed, blindingScalar);
    }

    /// A3: C = eid·Ge + a·G.
    private void namedInputs() {
        for (PaymentStatement.Input input : statement.inputs()) {
            int base = enrollment();
            int commitment = builder.element(PaymentStatement.named(input).owner());
            builder.image(commitment)
                    .term(owners.get(input.owner()).id(), base)
                    .term(builder.scalar(), blinding)
                    .end();
        }
    }

    /// E7 of an issue, and of every payment under passive audit, in the models with fixed bases; there with D2: XE =
    /// a·PK for the a of the token's C.
    private void openOwners() {
        for (int j = 0; j < statement.outputs().size(); j++) {
            int base = enrollment();
            int commitment = builder.element(statement.outputs().get(j).owner());
            int payee = builder.scalar();
            int opening = builder.scalar();
            builder.image(commitment).term(payee, base).term(opening, blinding).end();
            if (audit.isPresent()) {
                handle(audit.get().payees().get(j), opening);
            }
        }
    }

    /// D3 and D4 of the confidential model: Vk = vk·Gv + sk·G and Xk = sk·PK for each limb.
    private void openLimbs() {
        if (audit.isEmpty()) {
            return;
        }
        int valueBase = builder.element(Generators.VALUE);
        for (List<AuditCiphertexts.Sealed> limbs : audit.get().values()) {
            limbs.forEach(limb -> openLimb(limb, builder.scalar(), valueBase));
        }
    }

    private void openLimb(AuditCiphertexts.Sealed limb, int value, int valueBase) {
        builder.image(builder.element(limb.commitment()));
        handle(limb, commit(List.of(new Weighted(Scalar.ONE, value)), valueBase));
    }

    /// Ends an equation: what its image is = Σ value·base + s·G; returns the new scalar s.
    private int commit(List<Weighted> value, int base) {
        for (Weighted each : value) {
            builder.term(each.weight(), each.scalar(), base);
        }
        int opening = builder.scalar();
        builder.term(opening, blinding).end();
        return opening;
    }

    /// B1: Σ V of inputs + surplus·Gv − Σ V of outputs = δ·G.
    private void balance() {
        for (PaymentStatement.Input input : statement.inputs()) {
            builder.image(builder.element(value(PaymentStatement.named(input))));
        }
        for (HiddenToken output : statement.outputs()) {
            builder.image(builder.element(value(output)), MINUS_ONE);
        }
        addSurplus(Generators.VALUE, Scalar.ONE);
        builder.term(builder.scalar(), blinding).end();
    }

    /// Adds to the image of the equation that has been begun.
    private void addSurplus(G1 base, Scalar sign) {
        if (statement.context().surplus() != 0) {
            builder.image(builder.element(base), surplus().multiply(sign));
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
            presentations.shown().get(b).token().addTo(builder, blinding, tokenOwner, value, tokenSeed);
            PaymentStatement.serial(input).addTo(builder, serialBase, owner.serialKey(), seed);
            select(presentations.shown().get(b), value, tokenOwner, owner.id(), tokenSeed, seed);
            values.add(value);
        }
        return values;
    }

    /// The three second openings that hold only if v·d = 0 and (eid − eid of the token)·(1 − d) =
    /// (seed − seed of the token)·(1 − d) = 0 for the selector's d.
    private void select(Presentations.Shown shown, int value, int tokenOwner, int owner, int tokenSeed, int seed) {
        PointBuffer points = presentations.points();
        int base = builder.element(points, shown.token().base());
        int selector = builder.element(points, shown.selector());
        int complement = builder.element(Generators.VALUE.subtract(points.member(shown.selector())));
        builder.image(builder.element(points, shown.token().enrollment()))
                .term(tokenOwner, base)
                .term(owner, complement)
                .term(MINUS_ONE, tokenOwner, complement)
                .term(builder.scalar(), blinding)
                .end();
        builder.image(builder.element(points, shown.token().value()))
                .term(value, base)
                .term(value, selector)
                .term(builder.scalar(), blinding)
                .end();
        builder.image(builder.element(points, shown.token().seed()))
                .term(tokenSeed, base)
                .term(seed, complement)
                .term(MINUS_ONE, tokenSeed, complement)
                .term(builder.scalar(), blinding)
                .end();
    }

    /// E7, E8, E9 of each output, with D2 to D4 under passive audit. The last one's value is what is left, which is
    /// E10.
    private void outputs(List<Integer> inputs) {
        List<Weighted> left = new ArrayList<>();
        inputs.forEach(each -> left.add(new Weighted(Scalar.ONE, each)));
        int last = statement.outputs().size() - 1;
        // an issue to one in one limb: its only value is the public one, and Gv stands in no equation
        boolean known = inputs.isEmpty() && last == 0 && parameters.limbs() < 2;
        int valueBase = known ? blinding : builder.element(Generators.VALUE);
        for (int j = 0; j <= last; j++) {
            HiddenToken output = statement.outputs().get(j);
            int base = builder.element(bases.ownerBase(j));
            int payee = builder.scalar();
            List<Weighted> limbs = limbScalars(j == last);
            builder.image(builder.element(output.owner()))
                    .term(payee, base)
                    .term(builder.scalar(), blinding)
                    .end();
            if (audit.isPresent()) {
                openEnrollment(audit.get().payees().get(j), payee);
            }
            builder.image(builder.element(value(output)));
            if (j < last) {
                commit(limbs, base);
                limbs.forEach(limb -> left.add(limb.negated()));
            } else {
                rest(bases.valueBase(j), base, left);
            }
            carry(j, j == last ? Optional.of(left) : Optional.empty(), limbs, valueBase);
        }
    }

    /// The scalars of an output's value, low limb first. The last output's low limb is none: it is what is left.
    private List<Weighted> limbScalars(boolean last) {
        List<Weighted> limbs = new ArrayList<>();
        if (!last) {
            limbs.add(new Weighted(Scalar.ONE, builder.scalar()));
        }
        if (parameters.limbs() == 2) {
            limbs.add(new Weighted(HIGH_LIMB, builder.scalar()));
        }
        return limbs;
    }

    /// E9: the commitments that the range proof is about; with their handles under passive audit.
    ///
    /// @param left what the value is, of the last output
    private void carry(int output, Optional<List<Weighted>> left, List<Weighted> limbs, int valueBase) {
        if (audit.isEmpty()) {
            builder.image(builder.element(presentations.points(), presentations.carrier(output)));
            if (left.isPresent()) {
                rest(Generators.VALUE, valueBase, left.get());
            } else {
                commit(limbs, valueBase);
            }
            return;
        }
        List<AuditCiphertexts.Sealed> sealed = audit.get().values().get(output);
        if (left.isPresent()) {
            List<Weighted> low = new ArrayList<>(left.get());
            limbs.forEach(limb -> low.add(limb.negated()));
            builder.image(builder.element(sealed.getFirst().commitment()));
            handle(sealed.getFirst(), rest(Generators.VALUE, valueBase, low));
        } else {
            openLimb(sealed.getFirst(), limbs.getFirst().scalar(), valueBase);
        }
        if (sealed.size() > 1) {
            openLimb(sealed.getLast(), limbs.getLast().scalar(), valueBase);
        }
    }

    /// Ends an equation: what its image is − surplus·base = Σ left·base + s·G; returns the new scalar s.
    private int rest(G1 base, int baseElement, List<Weighted> left) {
        addSurplus(base, MINUS_ONE);
        return commit(left, baseElement);
    }
}
