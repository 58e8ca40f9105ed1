package io.florin.wallet.hidden;

import io.florin.crypto.Bytes;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.Amount;
import io.florin.ledger.StateKey;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.PaymentContext;
import io.florin.ledger.privacy.PaymentProver;
import io.florin.ledger.privacy.PaymentStatement;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.privacy.ProvenPayment;
import io.florin.ledger.privacy.PublicParameters;
import io.florin.ledger.privacy.SpentToken;
import io.florin.wallet.payment.LedgerView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Builds and proves payments of a hidden currency (paper 001, 5.2 and appendix B). Openings are chosen first, notes
/// are encrypted, then the payment is proven, so that the proof covers the notes. A proof takes about 100 ms of one
/// core.
///
/// Payments have the shape 2 in, 2 out where the model allows it: unlinkable inputs are filled up with padding, outputs
/// of hidden value with one of value zero. Outputs stand in random order, so that their places do not tell payee from
/// change. Pure: randomness comes in, nothing is sent. Any thread, if the source of randomness is for any.
public final class HiddenPaymentBuilder {

    private static final int SHAPE = 2;

    private final HiddenCurrencies currencies;
    private final NetworkConfiguration configuration;
    private final Namespace namespace;
    private final PrivacyModel model;
    private final LedgerView ledger;
    private final RandomGenerator random;
    private final PaymentProofs proofs;

    /// @param currencies of the network, kept by the caller, since public parameters take time to make
    /// @param configuration the one that the view names
    /// @param random a `SecureRandom` outside tests
    /// @throws IllegalArgumentException if the view's namespace hides nothing
    public HiddenPaymentBuilder(
            HiddenCurrencies currencies,
            NetworkConfiguration configuration,
            LedgerView ledger,
            RandomGenerator random) {
        this(currencies, configuration, ledger, random, PaymentProofs.REAL);
    }

    /// @param proofs of all payments that are not made ready before
    /// @throws IllegalArgumentException if the view's namespace hides nothing
    public HiddenPaymentBuilder(
            HiddenCurrencies currencies,
            NetworkConfiguration configuration,
            LedgerView ledger,
            RandomGenerator random,
            PaymentProofs proofs) {
        this.currencies = currencies;
        this.configuration = configuration;
        this.namespace = configuration
                .namespace(ledger.namespace())
                .filter(found -> found.hidden().isPresent())
                .orElseThrow(() -> new IllegalArgumentException("the namespace hides nothing"));
        this.model = PrivacyModel.ofRulesVersion(namespace.rulesVersion());
        this.ledger = ledger;
        this.random = random;
        this.proofs = proofs;
    }

    public PrivacyModel model() {
        return model;
    }

    /// Largest worth of one token of a currency: no proof can be made of more.
    public static Amount valueMax(Namespace currency) {
        return currency.tokenMax();
    }

    /// Largest worth of one token.
    public Amount valueMax() {
        return valueMax(namespace);
    }

    /// Pays the instructions from the inputs; what is left comes back as change.
    ///
    /// @param inputs 1 to 16 spendable tokens of the payer, certified under one key
    /// @param instructions 1 to 16, at most 15 where something is left
    /// @throws IllegalArgumentException if inputs are not the payer's, not spendable or too few
    public BuiltPayment pay(HiddenPayer payer, List<OwnedToken> inputs, List<HiddenInstruction> instructions) {
        return spend(payer, inputs, instructions, Optional.empty(), List.of(), Optional.empty());
    }

    /// Makes a payment of the shape 2 out ready, of which payees and amounts are not known yet: half of the work.
    ///
    /// @param inputs 1 to 16 spendable tokens of the payer, certified under one key
    /// @throws IllegalArgumentException if inputs are not the payer's or not spendable
    public PreparedSpend prepare(HiddenPayer payer, List<OwnedToken> inputs) {
        check(payer, inputs, Optional.empty());
        PublicParameters parameters = parameters(inputs.getFirst().certifierEpoch());
        return new PreparedSpend(
                payer,
                inputs,
                new PaymentProver(parameters, random).prepare(List.of(payer.credential()), spent(inputs), SHAPE));
    }

    /// Pays the instructions from inputs that were made ready. Where the payment has another shape, or the currency
    /// other parameters by now, it is proven from the start.
    ///
    /// @throws IllegalStateException if they were paid with before
    /// @throws IllegalArgumentException if they are too few
    public BuiltPayment pay(PreparedSpend prepared, List<HiddenInstruction> instructions) {
        return spend(
                prepared.payer(), prepared.inputs(), instructions, Optional.empty(), List.of(), Optional.of(prepared));
    }

    /// Cuts the inputs into own tokens of these values, or merges them into one; what is left comes back as one more.
    ///
    /// @param values 1 to 16, at most 15 where something is left
    public BuiltPayment split(HiddenPayer payer, List<OwnedToken> inputs, List<Amount> values) {
        return pay(
                payer,
                inputs,
                values.stream()
                        .map(value -> HiddenInstruction.bare(payer.address(), value))
                        .toList());
    }

    /// Takes tokens out of circulation for an approved request; what is left comes back as change.
    ///
    /// @param inputs 1 to 15
    /// @param approvals may be added later, see [HiddenPayment#withApprovals]
    public BuiltPayment redeem(
            HiddenPayer payer, List<OwnedToken> inputs, SupplyRequest request, List<OfficerApproval> approvals) {
        return spend(payer, inputs, List.of(), Optional.of(request), approvals, Optional.empty());
    }

    /// Brings tokens into circulation for an approved request: what the central bank makes.
    ///
    /// @param treasury of the bank that asks
    /// @param values of the outputs, 1 to 16, in sum the request's amount
    /// @param approvals may be added later, see [HiddenPayment#withApprovals]
    public BuiltPayment issue(
            SupplyRequest request, HiddenAddress treasury, List<Amount> values, List<OfficerApproval> approvals) {
        return issueOf(
                request,
                treasury,
                values.stream()
                        .map(value -> HiddenOpening.fresh(treasury.eid(), inRange(value), random))
                        .toList(),
                approvals);
    }

    /// The same with openings chosen before, whose tokens the officers sign.
    public BuiltPayment issueOf(
            SupplyRequest request,
            HiddenAddress treasury,
            List<HiddenOpening> openings,
            List<OfficerApproval> approvals) {
        if (request.direction() != SupplyRequest.Direction.WITHDRAWAL
                || !openings.stream()
                        .map(opening -> inRange(opening.amount()))
                        .reduce(Amount.ZERO, Amount::plus)
                        .equals(request.amount())) {
            throw new IllegalArgumentException("an issue is of a withdrawal, and of its amount");
        }
        List<Output> outputs = new ArrayList<>();
        for (HiddenOpening opening : openings) {
            HiddenInstruction instruction = HiddenInstruction.bare(treasury, opening.amount());
            outputs.add(new Output(outputs.size(), treasury, instruction.note(opening)));
        }
        List<CertifierGroup> groups = namespace.hidden().orElseThrow().certifiers();
        long epoch = groups.isEmpty() ? 0 : groups.getLast().epoch();
        return prove(new Plan(
                Optional.empty(), List.of(), outputs, Optional.of(request), approvals, epoch, Optional.empty()));
    }

    private BuiltPayment spend(
            HiddenPayer payer,
            List<OwnedToken> inputs,
            List<HiddenInstruction> instructions,
            Optional<SupplyRequest> request,
            List<OfficerApproval> approvals,
            Optional<PreparedSpend> prepared) {
        check(payer, inputs, request);
        Amount paid = instructions.stream()
                .map(HiddenInstruction::amount)
                .reduce(request.map(SupplyRequest::amount).orElse(Amount.ZERO), Amount::plus);
        Amount available = HiddenSelector.sum(inputs);
        if (paid.exceeds(available)) {
            throw new IllegalArgumentException("the inputs do not suffice");
        }
        Amount left = available.minus(paid);
        List<Output> outputs = new ArrayList<>();
        instructions.forEach(instruction -> outputs.add(output(instruction, outputs.size())));
        if (!left.isZero()) {
            outputs.add(toPayer(payer, left));
        }
        while (model.hidesValue() && outputs.size() < SHAPE) {
            outputs.add(toPayer(payer, Amount.ZERO));
        }
        if (outputs.size() > PaymentStatement.TOKENS_MAX) {
            throw new IllegalArgumentException("at most " + PaymentStatement.TOKENS_MAX + " outputs");
        }
        Collections.shuffle(outputs, random);
        return prove(new Plan(
                Optional.of(payer),
                inputs,
                outputs,
                request,
                approvals,
                inputs.getFirst().certifierEpoch(),
                prepared));
    }

    private void check(HiddenPayer payer, List<OwnedToken> inputs, Optional<SupplyRequest> request) {
        int keysMax = PaymentStatement.TOKENS_MAX - (request.isPresent() ? 1 : 0);
        if (inputs.isEmpty() || inputs.size() > keysMax) {
            throw new IllegalArgumentException("1 to " + keysMax + " inputs, not " + inputs.size());
        }
        if (request.isPresent() && request.get().direction() != SupplyRequest.Direction.REDEMPTION) {
            throw new IllegalArgumentException("not a redemption");
        }
        long epoch = inputs.getFirst().certifierEpoch();
        for (OwnedToken input : inputs) {
            if (input.model() != model || !input.isSpendable() || input.certifierEpoch() != epoch) {
                throw new IllegalArgumentException("an input that cannot be spent in this payment");
            }
            if (!input.eid().equals(payer.address().eid())) {
                throw new IllegalArgumentException("an input of another account");
            }
        }
    }

    /// @param instruction its place among the instructions; -1 of change and filling
    private record Output(int instruction, HiddenAddress payee, HiddenNote note) {
        HiddenOpening opening() {
            return note.opening();
        }
    }

    private Output output(HiddenInstruction instruction, int place) {
        HiddenOpening opening = HiddenOpening.fresh(instruction.payee().eid(), inRange(instruction.amount()), random);
        return new Output(place, instruction.payee(), instruction.note(opening));
    }

    private Output toPayer(HiddenPayer payer, Amount value) {
        HiddenOpening opening = HiddenOpening.fresh(payer.address().eid(), inRange(value), random);
        return new Output(-1, payer.address(), HiddenNote.bare(opening));
    }

    private Amount inRange(Amount value) {
        if (value.exceeds(valueMax())) {
            throw new IllegalArgumentException("no token of this currency is worth so much");
        }
        return value;
    }

    private record Plan(
            Optional<HiddenPayer> payer,
            List<OwnedToken> inputs,
            List<Output> outputs,
            Optional<SupplyRequest> request,
            List<OfficerApproval> approvals,
            long certifierEpoch,
            Optional<PreparedSpend> prepared) {

        List<HiddenOpening> openings() {
            return outputs.stream().map(Output::opening).toList();
        }
    }

    private PublicParameters parameters(long certifierEpoch) {
        return currencies
                .find(configuration, ledger.namespace(), certifierEpoch)
                .orElseThrow(() -> new IllegalArgumentException("no certifiers of epoch " + certifierEpoch));
    }

    private ProvenPayment prove(Plan plan, PublicParameters parameters, PaymentContext context) {
        Optional<PreparedSpend> prepared = plan.prepared()
                .filter(spend -> spend.fits(parameters, plan.outputs().size()));
        return prepared.isPresent()
                ? new PaymentProver(parameters, random)
                        .prove(context, prepared.get().payment(), plan.openings())
                : proofs.prove(
                        parameters,
                        context,
                        plan.payer().map(HiddenPayer::credential).stream().toList(),
                        spent(plan.inputs()),
                        plan.openings(),
                        random);
    }

    private BuiltPayment prove(Plan plan) {
        PublicParameters parameters = parameters(plan.certifierEpoch());
        TransactionHeader header = ledger.header(random);
        List<Bytes> notes = plan.outputs().stream()
                .map(output ->
                        output.note().seal(ledger.network(), output.payee().noteKey(), random))
                .toList();
        PaymentContext context = HiddenPayment.context(header, plan.request(), plan.certifierEpoch(), notes);
        ProvenPayment proven = prove(plan, parameters, context);
        HiddenPayment payment = new HiddenPayment(
                header,
                plan.request(),
                plan.certifierEpoch(),
                proven.statement(),
                notes,
                proven.proof(),
                plan.approvals());
        return new BuiltPayment(payment, proven.inputs(), plan.openings(), places(plan.outputs()), own(plan, payment));
    }

    /// The inputs and what pads them, in an order that tells nothing: that in which tokens were chosen says which one
    /// is larger, and which one is padding.
    private List<SpentToken> spent(List<OwnedToken> inputs) {
        List<SpentToken> spent =
                new ArrayList<>(inputs.stream().map(OwnedToken::spend).toList());
        while (model == PrivacyModel.UNLINKABLE && !spent.isEmpty() && spent.size() < SHAPE) {
            spent.add(new SpentToken.Padding(0));
        }
        Collections.shuffle(spent, random);
        return spent;
    }

    private static List<Integer> places(List<Output> outputs) {
        return inOrder(outputs).stream()
                .filter(index -> outputs.get(index).instruction() >= 0)
                .toList();
    }

    /// Indexes of outputs: those of instructions in their order, then the others.
    private static List<Integer> inOrder(List<Output> outputs) {
        List<Integer> order = new ArrayList<>();
        for (int instruction = 0; instruction < outputs.size(); instruction++) {
            for (int index = 0; index < outputs.size(); index++) {
                if (outputs.get(index).instruction() == instruction) {
                    order.add(index);
                }
            }
        }
        for (int index = 0; index < outputs.size(); index++) {
            if (outputs.get(index).instruction() < 0) {
                order.add(index);
            }
        }
        return order;
    }

    private List<OwnedToken> own(Plan plan, HiddenPayment payment) {
        List<StateKey> reads = payment.statement().readKeys(ledger.namespace());
        Optional<Scalar> eid = plan.payer().map(payer -> payer.address().eid());
        List<OwnedToken> own = new ArrayList<>();
        for (int index : inOrder(plan.outputs())) {
            HiddenOpening opening = plan.outputs().get(index).opening();
            if (eid.equals(Optional.of(opening.enrollment()))
                    && !opening.amount().isZero()) {
                own.add(new OwnedToken(
                        new TransactionOutput(payment.id(), index),
                        payment.statement().outputs().get(index),
                        opening,
                        CommittedOutputs.base(model, reads, index),
                        0,
                        Optional.empty()));
            }
        }
        return own;
    }
}
