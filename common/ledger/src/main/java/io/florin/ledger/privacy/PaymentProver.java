package io.florin.ledger.privacy;

import io.florin.crypto.Bytes;
import io.florin.crypto.bbs.Credential;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.range.PreparedMask;
import io.florin.crypto.range.ValueOpening;
import io.florin.crypto.sigma.BatchableProof;
import io.florin.crypto.sigma.LinearRelation;
import io.florin.crypto.sigma.PreparedAnnouncements;
import io.florin.crypto.sigma.SigmaProver;
import io.florin.crypto.sigma.TranscriptChallenge;
import io.florin.crypto.sigma.Witness;
import io.florin.crypto.transcript.HedgedNonces;
import io.florin.crypto.transcript.ProofTranscript;
import io.florin.crypto.transcript.ProofWriter;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.codec.CanonicalWriter;
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
    private final PublicParameters parameters;
    private final RandomGenerator random;
    private long preparations;

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
        byte[] binding = context.content().toArray();
        return new Run(context, new PaymentInputs(parameters, owners, inputs, binding, random), outputs, List.of())
                .prove(Optional.empty());
    }

    /// Makes ready what a transfer of these inputs has that depends on neither payees nor amounts: half of the work.
    /// For one payment.
    ///
    /// @param outputs how many the transfer will have
    /// @throws IllegalArgumentException if the parts do not fit the model or each other
    public PreparedPayment prepare(List<Credential> owners, List<SpentToken> inputs, int outputs) {
        PaymentInputs shown = new PaymentInputs(parameters, owners, inputs, unique(), random);
        LinearRelation relation = Placeholders.relation(parameters, shown, outputs);
        PreparedAnnouncements announcements = PreparedAnnouncements.of(relation, unique(), shown.witness(), random);
        List<PreparedMask> masks = new ArrayList<>();
        for (int i = 0; i < RangeChunks.count(parameters, outputs); i++) {
            masks.add(parameters.ranges().prepare(unique(), shown.witness(), random));
        }
        return new PreparedPayment(
                parameters.digest(), outputs, new PreparedPayment.Parts(shown, announcements, masks));
    }

    /// Bytes that do not come twice, in case the randomness does.
    private byte[] unique() {
        return new CanonicalWriter()
                .u63(System.nanoTime() & Long.MAX_VALUE)
                .u63(System.currentTimeMillis())
                .u63(preparations++)
                .toByteArray();
    }

    /// A payment of prepared inputs, which verifies as any other does.
    ///
    /// @throws IllegalStateException if one was made of them before
    /// @throws IllegalArgumentException if it is no transfer, has another number of outputs, or was prepared under
    /// other parameters; nothing is used up then
    public ProvenPayment prove(PaymentContext context, PreparedPayment prepared, List<HiddenOpening> outputs) {
        if (context.kind() != TransactionKind.TRANSFER
                || outputs.size() != prepared.outputs()
                || !prepared.parameters().equals(parameters.digest())) {
            throw new IllegalArgumentException("prepared for another payment");
        }
        PreparedPayment.Parts parts = prepared.take();
        return new Run(context, parts.inputs(), outputs, parts.masks()).prove(Optional.of(parts.announcements()));
    }

    private final class Run {
        private final PaymentContext context;
        private final PaymentInputs inputs;
        private final Optional<AuditSealing> audit;
        private final List<HiddenOpening> openings;
        private final List<PreparedMask> masks;
        private final List<ValueOpening> carriers = new ArrayList<>();
        private final List<Scalar> witness;

        private Run(
                PaymentContext context, PaymentInputs inputs, List<HiddenOpening> outputs, List<PreparedMask> masks) {
            this.context = context;
            this.inputs = inputs;
            this.audit = inputs.audit();
            this.openings = List.copyOf(outputs);
            this.masks = masks;
            this.witness = new ArrayList<>(inputs.witness());
        }

        private ProvenPayment prove(Optional<PreparedAnnouncements> announcements) {
            PaymentStatement statement;
            Presentations presentations;
            byte[] binding = context.content().toArray();
            try (HedgedNonces nonces = new HedgedNonces("PAYMENT-OUTPUTS", binding, secrets(), random)) {
                statement = statement(nonces);
                presentations = inputs.presentations(
                        parameters.model() == PrivacyModel.UNLINKABLE && audit.isEmpty()
                                ? carriers(nonces)
                                : List.of());
            }
            outputWitness();
            ProofTranscript transcript = statement.transcript(parameters);
            transcript.statement("presentations", presentations.points(), presentations.first(), presentations.size());
            byte[] ranges = parameters.model().hidesValue()
                    ? RangeChunks.prove(parameters.ranges(), carriers, masks, transcript, random)
                    : new byte[0];
            LinearRelation relation = PaymentRelation.of(parameters, statement, presentations);
            TranscriptChallenge challenge = new TranscriptChallenge(transcript);
            BatchableProof sigma = announcements.isPresent()
                    ? announcements.get().prove(relation, Witness.of(witness), challenge)
                    : SigmaProver.prove(relation, Witness.of(witness), challenge, random);
            byte[] points = new ProofWriter(parameters.format())
                    .points(presentations.points(), presentations.first(), presentations.size())
                    .toArray();
            return new ProvenPayment(
                    statement, join(points, ranges, sigma.encode(parameters.format())), openings, inputs.disclosed());
        }

        /// Those of inputs and outputs.
        private List<Scalar> secrets() {
            List<Scalar> secrets = new ArrayList<>(witness);
            openings.forEach(opening -> secrets.addAll(opening.secrets()));
            return secrets;
        }

        private PaymentStatement statement(HedgedNonces nonces) {
            List<HiddenToken> outputs = new ArrayList<>();
            OutputBases bases = OutputBases.of(
                    parameters.model(),
                    PaymentStatement.readKeys(parameters.namespace(), context, inputs.inputs()),
                    openings.size());
            for (int j = 0; j < openings.size(); j++) {
                outputs.add(openings.get(j).commit(bases, j));
            }
            audit.ifPresent(sealing -> seal(sealing, nonces));
            return new PaymentStatement(
                    context,
                    inputs.epoch(),
                    inputs.owners(),
                    inputs.inputs(),
                    outputs,
                    audit.map(AuditSealing::ciphertexts));
        }

        private void seal(AuditSealing sealing, HedgedNonces nonces) {
            openings.forEach(opening -> sealing.payee(opening, nonces::next));
            sealing.payees().forEach(payee -> carriers.addAll(payee.limbs()));
        }

        private List<G1> carriers(HedgedNonces nonces) {
            openings.forEach(
                    opening -> carriers.add(new ValueOpening(opening.amount().minorUnits(), nonces.next())));
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
                Scalar blindingSum = inputs.blindingSum();
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
