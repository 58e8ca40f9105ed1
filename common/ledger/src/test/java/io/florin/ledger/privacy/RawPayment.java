package io.florin.ledger.privacy;

import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.bbs.CredentialPresentation;
import io.florin.crypto.bbs.PresentedCredential;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.ps.PsMessage;
import io.florin.crypto.ps.PsPresentation;
import io.florin.crypto.ps.SerialNumber;
import io.florin.crypto.ps.TokenBase;
import io.florin.crypto.range.ValueOpening;
import io.florin.crypto.sigma.BatchableProof;
import io.florin.crypto.sigma.LinearRelation;
import io.florin.crypto.sigma.SigmaProver;
import io.florin.crypto.sigma.TranscriptChallenge;
import io.florin.crypto.sigma.Witness;
import io.florin.crypto.transcript.ProofTranscript;
import io.florin.crypto.transcript.ProofWriter;
import io.florin.ledger.Amount;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.TransactionKind;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// A payer who proves whatever he likes: values, ids and seeds are scalars, and nothing is checked. One owner, holder
/// 0. He calculates as an honest payer does, so his proof holds if and only if what he says is true; what is true is
/// said again by [#isTrue], in plain arithmetic modulo q and without a curve.
///
/// In the anonymous model values are between 1 and 2⁶³, and passive audit is for the others only.
final class RawPayment {
    private static final BigInteger RANGE = BigInteger.ONE.shiftLeft(64);
    private static final BigInteger LIMB_RANGE = BigInteger.ONE.shiftLeft(32);
    private static final long LIMB_MASK = 0xffff_ffffL;
    private static final Scalar WEIGHT = Scalar.ofLong(1L << 32);
    private static final int SERIAL_KEY = 4;

    /// A token that is spent.
    ///
    /// @param enrollment the id in the token
    /// @param seed the seed in the token, that was certified; unlinkable model only
    /// @param shown the seed of the serial number
    /// @param selector d, which says whether the token is padding
    record In(Scalar enrollment, Scalar value, Scalar seed, Scalar shown, Scalar selector) {}

    /// A token that is made.
    record Out(Scalar enrollment, Scalar value) {}

    /// Parts that are encrypted to auditors.
    ///
    /// @param payer the id in the payer's ciphertext
    /// @param outs of each output
    record Told(Scalar payer, List<ToldOut> outs) {
        static Told theTruth(List<Out> outs) {
            return new Told(
                    HiddenCurrency.id(0), outs.stream().map(ToldOut::theTruth).toList());
        }
    }

    /// Part of an output that is encrypted to auditors. In the confidential model the id is the token's, whatever this
    /// says, and the low limb what the high one leaves of the token's value.
    ///
    /// @param wrongBy what is added to the blindings of the handles of payee and low limb
    record ToldOut(Scalar enrollment, Scalar low, Scalar high, Scalar wrongBy) {
        static ToldOut theTruth(Out out) {
            long low = RawPayment.low(out.value()) & LIMB_MASK;
            Scalar high = out.value().subtract(Scalar.ofLong(low)).multiply(WEIGHT.invert());
            return new ToldOut(out.enrollment(), Scalar.ofLong(low), high, Scalar.ZERO);
        }
    }

    /// A credential that the payer has not, and shows all the same.
    enum Forgery {
        NONE,
        /// A, which registration has not signed: Ā is any point, and B̄ what the equation of the group asks for.
        CREDENTIAL,
        /// S, which certifiers have not signed.
        TOKEN,
        /// The opening of an output's commitment, which is any point.
        FIRST_OWNER,
        LAST_OWNER,
        FIRST_VALUE,
        LAST_VALUE
    }

    private final HiddenCurrency currency;
    private final Forgery forgery;
    private final PaymentContext context;
    private final List<In> ins;
    private final List<Out> outs;
    private final Told told;
    private final Scalar owner;
    private final Optional<PresentedCredential> credential;
    private final List<Scalar> witness = new ArrayList<>();
    private final List<PaymentStatement.Input> inputs = new ArrayList<>();
    private final List<Presentations.ToShow> shown = new ArrayList<>();
    private final List<HiddenToken> outputs = new ArrayList<>();
    private final List<ValueOpening> ranges = new ArrayList<>();
    private final List<G1> carriers = new ArrayList<>();
    private final List<G1> sealed = new ArrayList<>();
    private final PaymentStatement statement;
    private final Presentations presentations;

    RawPayment(HiddenCurrency currency, PaymentContext context, List<In> ins, List<Out> outs) {
        this(currency, context, ins, outs, Told.theTruth(outs));
    }

    RawPayment(HiddenCurrency currency, PaymentContext context, List<In> ins, List<Out> outs, Forgery forgery) {
        this(currency, context, ins, outs, Told.theTruth(outs), forgery);
    }

    /// @param told what auditors are told, under passive audit of 64 bits
    RawPayment(HiddenCurrency currency, PaymentContext context, List<In> ins, List<Out> outs, Told told) {
        this(currency, context, ins, outs, told, Forgery.NONE);
    }

    private RawPayment(
            HiddenCurrency currency, PaymentContext context, List<In> ins, List<Out> outs, Told told, Forgery forgery) {
        this.told = told;
        this.forgery = forgery;
        this.currency = currency;
        this.context = context;
        this.ins = ins;
        this.outs = outs;
        this.owner = HiddenCurrency.id(0);
        boolean issue = context.kind() == TransactionKind.ISSUE;
        credential =
                issue ? Optional.empty() : Optional.of(currency.credential(0).present(new byte[0], currency.random));
        credential.ifPresent(each -> witness.addAll(each.secrets()));
        if (audited() && !issue) {
            witness.add(sealId(told.payer(), Scalar.ZERO));
        }
        if (unlinkable()) {
            ins.forEach(this::show);
            makeUnlinkable();
        } else {
            spendAndMakeNamed();
        }
        switch (forgery) {
            case FIRST_OWNER, FIRST_VALUE -> outputs.addFirst(chosen(outputs.removeFirst()));
            case LAST_OWNER, LAST_VALUE -> outputs.addLast(chosen(outputs.removeLast()));
            case NONE, CREDENTIAL, TOKEN -> {}
        }
        statement = new PaymentStatement(
                context,
                issue ? 0 : HiddenCurrency.EPOCH,
                issue ? 0 : 1,
                inputs,
                outputs,
                audited() ? Optional.of(new AuditCiphertexts(2, sealed)) : Optional.empty());
        presentations =
                Presentations.of(credential.map(this::presentation).stream().toList(), shown, carriers);
    }

    /// A1 and A2 hold of the forged one too: D is the honest one's.
    private CredentialPresentation presentation(PresentedCredential presented) {
        CredentialPresentation honest = presented.presentation();
        if (forgery != Forgery.CREDENTIAL) {
            return honest;
        }
        G1 any = G1.generator();
        Scalar e = presented.secrets().get(0);
        Scalar r1 = presented.secrets().get(1);
        return new CredentialPresentation(
                any,
                G1.sumOfProducts(List.of(r1, e.negate()), List.of(honest.d().toGroup(), any)),
                honest.d());
    }

    /// The token with another owner or value, of which nobody knows what it is over the token's base.
    private HiddenToken chosen(HiddenToken honest) {
        boolean value = forgery == Forgery.FIRST_VALUE || forgery == Forgery.LAST_VALUE;
        G1 any = Generators.SERIAL;
        return switch (honest) {
            case HiddenToken.Anonymous(G1 owner, var amount) -> new HiddenToken.Anonymous(owner.add(any), amount);
            case HiddenToken.Confidential(G1 owner, G1 hidden) ->
                value
                        ? new HiddenToken.Confidential(owner, hidden.add(any))
                        : new HiddenToken.Confidential(owner.add(any), hidden);
            case HiddenToken.Unlinkable(G1 owner, G1 hidden) ->
                value
                        ? new HiddenToken.Unlinkable(owner, hidden.add(any))
                        : new HiddenToken.Unlinkable(owner.add(any), hidden);
        };
    }

    private PsPresentation presentation(PsPresentation honest) {
        List<CurvePoint> points = new ArrayList<>(honest.points());
        if (forgery == Forgery.TOKEN) {
            points.add(points.removeLast().toGroup().add(G1.generator()));
        }
        return new PsPresentation(points);
    }

    private boolean audited() {
        return currency.auditors.isPresent();
    }

    private boolean hidesValue() {
        return currency.parameters.model().hidesValue();
    }

    private G1 handle(Scalar blinding) {
        return currency.auditors.orElseThrow().key().handle(blinding);
    }

    /// D1 and, in the unlinkable model, D2; returns the blinding.
    private Scalar sealId(Scalar id, Scalar wrongBy) {
        Scalar blinding = fresh();
        sealed.add(commit(id, Generators.ENROLLMENT, blinding));
        sealed.add(handle(blinding.add(wrongBy)));
        return blinding;
    }

    /// D3 of a limb with its own commitment; returns the blinding.
    private Scalar sealLimb(Scalar limb, Scalar wrongBy) {
        Scalar blinding = fresh();
        sealed.add(commit(limb, Generators.VALUE, blinding));
        sealed.add(handle(blinding.add(wrongBy)));
        return blinding;
    }

    private void range(Scalar limb, Scalar blinding) {
        ranges.add(new ValueOpening(low(limb) & LIMB_MASK, blinding));
    }

    private boolean unlinkable() {
        return currency.parameters.model() == PrivacyModel.UNLINKABLE;
    }

    private Scalar fresh() {
        return Scalar.random(currency.random);
    }

    private static G1 commit(Scalar secret, G1 base, Scalar blinding) {
        return G1.sumOfProducts(List.of(secret, blinding), List.of(base, Generators.BLINDING));
    }

    /// E3 to E6 and S1 to S3.
    private void show(In in) {
        TokenBase any = TokenBase.of(List.of(Sha256.hash(fresh().toBytes())), 0);
        PsPresentation.Shown presented = PsPresentation.show(
                currency.parameters.certifiers().key(),
                currency.sign(any.point(), in.enrollment(), in.value(), in.seed()),
                new PsMessage(in.enrollment(), in.value(), in.seed()),
                this::fresh);
        Scalar t = fresh();
        Scalar serialKey = credential.orElseThrow().secrets().get(SERIAL_KEY);
        inputs.add(new PaymentStatement.Input.Unnamed(0, SerialNumber.of(serialKey, in.shown())));
        shown.add(new Presentations.ToShow(
                presentation(presented.presentation()), commit(in.selector(), Generators.VALUE, t)));
        witness.addAll(List.of(in.value(), in.enrollment(), in.seed(), in.shown()));
        witness.addAll(presented.blindings());
        witness.add(
                presented.blindings().get(0).add(owner.subtract(in.enrollment()).multiply(t)));
        witness.add(presented.blindings().get(1).subtract(in.value().multiply(t)));
        witness.add(
                presented.blindings().get(2).add(in.shown().subtract(in.seed()).multiply(t)));
    }

    /// E7 to E10.
    private void makeUnlinkable() {
        List<StateKey> keys = PaymentStatement.readKeys(currency.parameters.namespace(), context, inputs);
        OutputBases bases = OutputBases.of(PrivacyModel.UNLINKABLE, keys, outs.size());
        for (int j = 0; j < outs.size(); j++) {
            Out out = outs.get(j);
            Scalar a = fresh();
            Scalar b = fresh();
            outputs.add(new HiddenToken.Unlinkable(
                    commit(out.enrollment(), bases.ownerBase(j), a), commit(out.value(), bases.valueBase(j), b)));
            if (audited()) {
                tellUnlinkable(out, told.outs().get(j), a, b, j == outs.size() - 1);
                continue;
            }
            Scalar s = fresh();
            carriers.add(commit(out.value(), Generators.VALUE, s));
            ranges.add(new ValueOpening(low(out.value()), s));
            witness.add(out.enrollment());
            if (j < outs.size() - 1) {
                witness.add(out.value());
            }
            witness.addAll(List.of(a, b, s));
        }
    }

    private void tellUnlinkable(Out out, ToldOut said, Scalar a, Scalar b, boolean last) {
        Scalar id = sealId(said.enrollment(), said.wrongBy());
        Scalar low = sealLimb(said.low(), said.wrongBy());
        Scalar high = sealLimb(said.high(), Scalar.ZERO);
        range(said.low(), low);
        range(said.high(), high);
        witness.add(out.enrollment());
        if (!last) {
            witness.add(said.low());
        }
        witness.addAll(List.of(said.high(), a, id, b, low, high));
    }

    /// The low limb that the high one leaves, in the confidential model.
    private static Scalar lowOf(Out out, ToldOut said) {
        return out.value().subtract(said.high().multiply(WEIGHT));
    }

    /// D2 and D3 of the confidential model; returns the secrets of the limbs.
    private List<Scalar> tellConfidential(Out out, ToldOut said, Scalar a, Scalar s) {
        sealed.add(handle(a.add(said.wrongBy())));
        Scalar high = sealLimb(said.high(), Scalar.ZERO);
        Scalar low = s.subtract(high.multiply(WEIGHT));
        sealed.add(handle(low.add(said.wrongBy())));
        range(lowOf(out, said), low);
        range(said.high(), high);
        return List.of(lowOf(out, said), low, said.high(), high);
    }

    private HiddenToken named(Scalar enrollment, Scalar value, Scalar a, Scalar s) {
        G1 owner = commit(enrollment, Generators.ENROLLMENT, a);
        return hidesValue()
                ? new HiddenToken.Confidential(owner, commit(value, Generators.VALUE, s))
                : new HiddenToken.Anonymous(owner, Amount.of(low(value)));
    }

    /// A3, E7 of an issue and, where values are hidden, B1.
    private void spendAndMakeNamed() {
        Scalar surplus = Scalar.ZERO;
        for (In in : ins) {
            Scalar a = fresh();
            Scalar s = fresh();
            HiddenToken token = named(in.enrollment(), in.value(), a, s);
            inputs.add(new PaymentStatement.Input.Named(
                    0, new HiddenTokenReference(new TransactionId(Sha256.hash(a.toBytes())), 0, token)));
            witness.add(a);
            surplus = surplus.add(s);
        }
        List<Scalar> limbs = new ArrayList<>();
        for (int j = 0; j < outs.size(); j++) {
            Out out = outs.get(j);
            Scalar a = fresh();
            Scalar s = fresh();
            outputs.add(named(out.enrollment(), out.value(), a, s));
            if (audited()) {
                limbs.addAll(tellConfidential(out, told.outs().get(j), a, s));
            } else {
                ranges.add(new ValueOpening(low(out.value()), s));
            }
            if (audited() || context.kind() == TransactionKind.ISSUE) {
                witness.addAll(List.of(out.enrollment(), a));
            }
            surplus = surplus.subtract(s);
        }
        witness.addAll(limbs);
        if (hidesValue()) {
            witness.add(surplus);
        }
    }

    static BigInteger number(Scalar scalar) {
        return new BigInteger(1, scalar.toBytes());
    }

    /// Whether the number is nearer to q than to zero.
    static boolean isNegative(Scalar scalar) {
        return number(scalar).compareTo(number(scalar.negate())) > 0;
    }

    private static long low(Scalar value) {
        return number(value).longValue();
    }

    /// The statement of docs/crypto/models.md in plain arithmetic.
    boolean isTrue() {
        Scalar left =
                context.surplus() < 0 ? Scalar.ofLong(-context.surplus()).negate() : Scalar.ofLong(context.surplus());
        for (In in : ins) {
            left = left.add(in.value());
            if (!unlinkable() && !in.enrollment().equals(owner)) {
                return false;
            }
            Scalar token = Scalar.ONE.subtract(in.selector());
            boolean padding = token.isZero();
            boolean own = in.enrollment().equals(owner) && in.seed().equals(in.shown());
            boolean worthless = in.value().isZero() || in.selector().isZero();
            if (unlinkable() && (!worthless || !padding && !own)) {
                return false;
            }
        }
        for (Out out : outs) {
            left = left.subtract(out.value());
        }
        return left.isZero() && isInRange() && (!audited() || tellsTheTruth());
    }

    /// Whether auditors read what is, given that all limbs are in range.
    private boolean tellsTheTruth() {
        boolean truth = context.kind() == TransactionKind.ISSUE || told.payer().equals(owner);
        for (int j = 0; j < outs.size(); j++) {
            ToldOut said = told.outs().get(j);
            Scalar value = said.low().add(said.high().multiply(WEIGHT));
            truth &= said.wrongBy().isZero();
            truth &= !unlinkable() || said.enrollment().equals(outs.get(j).enrollment());
            truth &= !unlinkable() || value.equals(outs.get(j).value());
        }
        return truth;
    }

    /// Whether all outputs lie in [0, 2⁶⁴), and the limbs that auditors are told in [0, 2³²).
    boolean isInRange() {
        for (int j = 0; audited() && j < outs.size(); j++) {
            ToldOut said = told.outs().get(j);
            Scalar low = unlinkable() ? said.low() : lowOf(outs.get(j), said);
            if (number(low).compareTo(LIMB_RANGE) >= 0 || number(said.high()).compareTo(LIMB_RANGE) >= 0) {
                return false;
            }
        }
        return outs.stream().allMatch(out -> number(out.value()).compareTo(RANGE) < 0);
    }

    /// Whether the linear relation alone holds for what the payer knows: whatever is wrong then is not in it.
    boolean relationHolds() {
        LinearRelation relation = relation();
        return relation.map(witness).equals(relation.images());
    }

    private LinearRelation relation() {
        return PaymentRelation.of(currency.parameters, statement, presentations);
    }

    PaymentStatement statement() {
        return statement;
    }

    /// The proof. Of values beyond the range, the range proof is one of their low bits under the same blinding; all
    /// else in the proof is right, with the challenges that the verifier comes to.
    byte[] prove() {
        ProofTranscript transcript = statement.transcript(currency.parameters);
        transcript.statement("presentations", presentations.points(), 0, presentations.size());
        byte[] range = hidesValue() ? proveRanges(transcript) : new byte[0];
        BatchableProof sigma = SigmaProver.prove(
                relation(), Witness.of(witness), new TranscriptChallenge(transcript), currency.random);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new ProofWriter(currency.parameters.format())
                .points(presentations.points(), 0, presentations.size())
                .toArray());
        out.writeBytes(range);
        out.writeBytes(sigma.encode(currency.parameters.format()));
        return out.toByteArray();
    }

    private byte[] proveRanges(ProofTranscript transcript) {
        byte[] proof = RangeChunks.prove(currency.parameters.ranges(), ranges, transcript.copy(), currency.random);
        VerificationBatch.Item item = new VerificationBatch().item();
        int[] commitments = IntStream.of(presentations.rangeCommitments(
                        statement, statement.audit().map(each -> each.parts(statement))))
                .map(handle -> item.points().handle(presentations.points(), handle))
                .toArray();
        RangeChunks.verify(currency.parameters.ranges(), proof, 0, commitments, transcript, item);
        return proof;
    }
}
