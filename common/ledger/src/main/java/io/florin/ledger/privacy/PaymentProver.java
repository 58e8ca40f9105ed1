package io.florin.ledger.privacy;

import io.florin.crypto.Bytes;
import io.florin.crypto.bbs.Credential;
import io.florin.crypto.bbs.PresentedCredential;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.PsMessage;
import io.florin.crypto.ps.PsPresentation;
import io.florin.crypto.ps.PsSignature;
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
import io.florin.ledger.client.TransactionKind;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Builds and proves payments of one hidden currency, from the wallet's secrets. A payment that does not add up gives
/// a proof that every verifier refuses. Multiplications by secrets take constant time.
///
/// Owned by one thread if its source of randomness is.
public final class PaymentProver {
    private static final int SERIAL_KEY = 4;
    private static final int ENROLLMENT = 5;

    private final PublicParameters parameters;
    private final RandomGenerator random;

    /// @param random a `SecureRandom` outside tests
    public PaymentProver(PublicParameters parameters, RandomGenerator random) {
        this.parameters = parameters;
        this.random = random;
    }

    /// Statement, proof and openings of a payment.
    ///
    /// @param owners credentials of one epoch, of everybody whose tokens are spent, in the order of the inputs
    /// @param outputs openings of the new tokens, which nobody else knows but their payees; value zero is allowed where
    /// values are hidden
    /// @throws IllegalArgumentException if the parts do not fit the model or each other
    public ProvenPayment prove(
            PaymentContext context, List<Credential> owners, List<SpentToken> inputs, List<HiddenOpening> outputs) {
        return new Run(context, owners, inputs, outputs).prove();
    }

    private final class Run {
        private final PaymentContext context;
        private final List<PresentedCredential> owners = new ArrayList<>();
        private final List<PaymentStatement.Input> inputs = new ArrayList<>();
        private final List<Presentations.Shown> shown = new ArrayList<>();
        private final List<HiddenOpening> openings;
        private final long epoch;
        private final List<ValueOpening> carriers = new ArrayList<>();
        private final Optional<AuditSealing> audit;
        private final List<Scalar> witness = new ArrayList<>();
        private final List<HiddenOpening> disclosed = new ArrayList<>();
        private Scalar blindingSum = Scalar.ZERO;

        private Run(
                PaymentContext context,
                List<Credential> credentials,
                List<SpentToken> spent,
                List<HiddenOpening> outputs) {
            this.context = context;
            for (Credential credential : credentials) {
                PresentedCredential presented =
                        credential.present(context.content().toArray(), random);
                owners.add(presented);
                witness.addAll(presented.secrets());
            }
            this.audit = parameters.audit().map(_ -> new AuditSealing(parameters, random));
            audit.ifPresent(sealing -> owners.forEach(
                    owner -> witness.add(sealing.payer(owner.secrets().get(ENROLLMENT)))));
            spent.forEach(this::spend);
            this.openings = List.copyOf(outputs);
            this.epoch = credentials.isEmpty() ? 0 : credentials.getFirst().epoch();
            if (credentials.stream().anyMatch(credential -> credential.epoch() != epoch)) {
                throw new IllegalArgumentException("credentials of two epochs");
            }
        }

        private Scalar secret(SpentToken token, int index) {
            return owners.get(token.owner()).secrets().get(index);
        }

        private void spend(SpentToken token) {
            switch (token) {
                case SpentToken.Named(int owner, HiddenTokenReference reference, HiddenOpening opening) -> {
                    inputs.add(new PaymentStatement.Input.Named(owner, reference));
                    disclosed.add(opening);
                    witness.add(opening.ownerBlinding());
                    blindingSum = blindingSum.add(opening.valueBlinding());
                }
                case SpentToken.Certified(var _, HiddenOpening opening, Scalar seed, PsSignature signature) ->
                    disclosed.add(opening.reblinded(show(
                            token,
                            signature,
                            List.of(
                                    opening.enrollment(),
                                    Scalar.ofLong(opening.amount().minorUnits()),
                                    seed),
                            seed,
                            Scalar.ZERO)));
                case SpentToken.Padding _ -> {
                    TokenBase base = parameters.certifiers().paddingBase(parameters.namespace());
                    PsSignature signature = new PsSignature(
                            base.point(), parameters.certifiers().padding());
                    List<Scalar> message = List.of(Scalar.ZERO, Scalar.ZERO, base.seed());
                    HiddenOpening nothing = new HiddenOpening(Scalar.ZERO, Amount.ZERO, Scalar.ZERO, Scalar.ZERO);
                    disclosed.add(
                            nothing.reblinded(show(token, signature, message, Scalar.random(random), Scalar.ONE)));
                }
            }
        }

        /// Shows a signature of (eid, v, r) with a serial number of the seed; d tells padding from a token.
        ///
        /// @return be, bv, br of the presentation
        private List<Scalar> show(
                SpentToken token, PsSignature signature, List<Scalar> message, Scalar seed, Scalar d) {
            PsPresentation.Shown presented = PsPresentation.show(
                    parameters.certifiers().key(),
                    signature,
                    new PsMessage(message.get(0), message.get(1), message.get(2)),
                    random);
            Scalar t = Scalar.random(random);
            G1 selector = G1.sumOfSecretProducts(List.of(d, t), List.of(Generators.VALUE, Generators.BLINDING));
            inputs.add(new PaymentStatement.Input.Unnamed(
                    token.owner(), SerialNumber.of(secret(token, SERIAL_KEY), seed)));
            shown.add(new Presentations.Shown(presented.presentation(), selector));
            List<Scalar> blindings = presented.blindings();
            Scalar otherOwner = secret(token, ENROLLMENT).subtract(message.get(0));
            Scalar otherSeed = seed.subtract(message.get(2));
            witness.addAll(List.of(message.get(1), message.get(0), message.get(2), seed));
            witness.addAll(blindings);
            witness.add(blindings.get(0).add(otherOwner.multiply(t)));
            witness.add(blindings.get(1).subtract(message.get(1).multiply(t)));
            witness.add(blindings.get(2).add(otherSeed.multiply(t)));
            return blindings;
        }

        private ProvenPayment prove() {
            PaymentStatement statement = statement();
            Presentations presentations = new Presentations(
                    owners.stream().map(PresentedCredential::presentation).toList(),
                    shown,
                    parameters.model() == PrivacyModel.UNLINKABLE && audit.isEmpty() ? carriers() : List.of());
            outputWitness();
            ProofTranscript transcript = statement.transcript(parameters);
            transcript.statement("presentations", presentations.all());
            byte[] ranges = parameters.model().hidesValue()
                    ? RangeChunks.prove(parameters.ranges(), carriers, transcript, random)
                    : new byte[0];
            LinearRelation relation = PaymentRelation.of(parameters, statement, presentations);
            BatchableProof sigma =
                    SigmaProver.prove(relation, Witness.of(witness), new TranscriptChallenge(transcript), random);
            byte[] points = new ProofWriter(parameters.format())
                    .points(presentations.all())
                    .toArray();
            return new ProvenPayment(
                    statement, join(points, ranges, sigma.encode(parameters.format())), openings, disclosed);
        }

        private PaymentStatement statement() {
            List<HiddenToken> outputs = new ArrayList<>();
            OutputBases bases = OutputBases.of(
                    parameters.model(),
                    PaymentStatement.readKeys(parameters.namespace(), context, inputs),
                    openings.size());
            for (int j = 0; j < openings.size(); j++) {
                outputs.add(openings.get(j).commit(bases, j));
            }
            audit.ifPresent(this::seal);
            return new PaymentStatement(
                    context, epoch, owners.size(), inputs, outputs, audit.map(AuditSealing::ciphertexts));
        }

        private void seal(AuditSealing sealing) {
            openings.forEach(sealing::payee);
            sealing.payees().forEach(payee -> carriers.addAll(payee.limbs()));
        }

        private List<G1> carriers() {
            openings.forEach(
                    opening -> carriers.add(new ValueOpening(opening.amount().minorUnits(), Scalar.random(random))));
            return carriers.stream().map(ValueOpening::commitment).toList();
        }

        /// The secrets of outputs, in the order of [PaymentRelation].
        private void outputWitness() {
            if (parameters.model() == PrivacyModel.UNLINKABLE) {
                for (int j = 0; j < openings.size(); j++) {
                    unnamedOutput(j, openings.get(j), j == openings.size() - 1);
                }
                return;
            }
            if (audit.isPresent() || context.kind() == TransactionKind.ISSUE) {
                openings.forEach(opening -> witness.addAll(List.of(opening.enrollment(), opening.ownerBlinding())));
            }
            if (parameters.model() == PrivacyModel.CONFIDENTIAL) {
                for (HiddenOpening opening : openings) {
                    blindingSum = blindingSum.subtract(opening.valueBlinding());
                }
                if (audit.isPresent()) {
                    carriers.forEach(limb -> witness.addAll(List.of(Scalar.ofLong(limb.value()), limb.blinding())));
                } else {
                    openings.forEach(opening ->
                            carriers.add(new ValueOpening(opening.amount().minorUnits(), opening.valueBlinding())));
                }
                witness.add(blindingSum);
            }
        }

        private void unnamedOutput(int output, HiddenOpening opening, boolean last) {
            int limbs = Math.max(1, parameters.limbs());
            List<ValueOpening> carried = carriers.subList(output * limbs, (output + 1) * limbs);
            witness.add(opening.enrollment());
            for (ValueOpening limb : last ? carried.subList(1, limbs) : carried) {
                witness.add(Scalar.ofLong(limb.value()));
            }
            witness.add(opening.ownerBlinding());
            audit.ifPresent(sealing -> witness.add(sealing.payees().get(output).blinding()));
            witness.add(opening.valueBlinding());
            carried.forEach(limb -> witness.add(limb.blinding()));
        }
    }

    private static Bytes join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return Bytes.of(out.toByteArray());
    }
}
