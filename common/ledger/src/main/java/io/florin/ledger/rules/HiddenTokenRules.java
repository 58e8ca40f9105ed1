package io.florin.ledger.rules;

import io.florin.crypto.Bytes32;
import io.florin.crypto.batch.BatchOutcome;
import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.Amount;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.privacy.PaymentVerifier;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.privacy.PublicParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The rules of a model that hides owners or values, versions 2 to 4 (paper 001, 5.2 and appendix B). Who spends, that
/// he may, and that nothing is created stand in one proof, so the rules look at no enrollment; the standing of a payer
/// is what the epoch of his credential says. Of a treasury that changes the supply they know the name and look at it.
///
/// Proofs of many submissions are settled by one sum and one pairing product. Safe for threads if the source of
/// randomness is.
public final class HiddenTokenRules implements TokenRules {

    private final PrivacyModel model;
    private final HiddenCurrencies currencies;
    private final RandomGenerator random;
    private final VerifiedProofs verified;

    /// @param random unpredictable to payers, a `SecureRandom`: weights of the batch come from it
    public HiddenTokenRules(PrivacyModel model, HiddenCurrencies currencies, RandomGenerator random) {
        this(model, currencies, random, VerifiedProofs.NONE);
    }

    /// @param verified proofs that need not be verified again
    public HiddenTokenRules(
            PrivacyModel model, HiddenCurrencies currencies, RandomGenerator random, VerifiedProofs verified) {
        if (model == PrivacyModel.CLEAR) {
            throw new IllegalArgumentException("the clear model has rules of its own");
        }
        this.model = model;
        this.currencies = currencies;
        this.random = random;
        this.verified = verified;
    }

    /// The rules of all three models.
    public static List<TokenRules> all(HiddenCurrencies currencies, RandomGenerator random) {
        return all(currencies, random, VerifiedProofs.NONE);
    }

    /// The rules of all three models, which do not verify a proof again that is known to hold.
    public static List<TokenRules> all(HiddenCurrencies currencies, RandomGenerator random, VerifiedProofs verified) {
        return List.of(
                new HiddenTokenRules(PrivacyModel.ANONYMOUS, currencies, random, verified),
                new HiddenTokenRules(PrivacyModel.CONFIDENTIAL, currencies, random, verified),
                new HiddenTokenRules(PrivacyModel.UNLINKABLE, currencies, random, verified));
    }

    @Override
    public int version() {
        return model.rulesVersion();
    }

    @Override
    public RulesVerdict check(Submission submission, RulesContext context) {
        return check(List.of(submission), context).getFirst();
    }

    @Override
    public List<RulesVerdict> check(List<Submission> submissions, RulesContext context) {
        VerificationBatch batch = new VerificationBatch();
        List<Checked> checked = submissions.stream()
                .map(submission -> examine(submission, context, batch))
                .toList();
        BatchOutcome outcome = batch.verify(random);
        List<RulesVerdict> decisions = new ArrayList<>();
        for (int i = 0; i < submissions.size(); i++) {
            decisions.add(
                    switch (checked.get(i)) {
                        case Checked.Refused(RefusalReason reason) -> new RulesVerdict.Refused(reason);
                        case Checked.Known() -> accepted(submissions.get(i), context.configuration());
                        case Checked.Batched(int item, Bytes32 proof) -> {
                            if (!outcome.isValid(item)) {
                                yield new RulesVerdict.Refused(RefusalReason.BAD_PROOF);
                            }
                            verified.add(proof);
                            yield accepted(submissions.get(i), context.configuration());
                        }
                    });
        }
        return decisions;
    }

    /// A submission's state before the batch is settled.
    private sealed interface Checked {

        record Refused(RefusalReason reason) implements Checked {}

        /// Its proof held before.
        record Known() implements Checked {}

        /// Its proof is an item of the batch.
        record Batched(int item, Bytes32 proof) implements Checked {}
    }

    private Checked examine(Submission submission, RulesContext context, VerificationBatch batch) {
        try {
            Optional<RefusalReason> reason = refusal(submission, context);
            return reason.isPresent()
                    ? new Checked.Refused(reason.get())
                    : append((HiddenPayment) submission.transaction(), context, batch);
        } catch (ArithmeticException overflow) {
            return new Checked.Refused(RefusalReason.VALUE_OVERFLOW);
        }
    }

    private static RulesVerdict accepted(Submission submission, NetworkConfiguration configuration) {
        return new RulesVerdict.Accepted(SettlementTranslator.translate(
                submission.transaction(), ClearTokenRules.auditRequired(submission.transaction(), configuration)));
    }

    /// Everything but the proof.
    private Optional<RefusalReason> refusal(Submission submission, RulesContext context) {
        return SharedRules.header(submission.transaction(), context, version())
                .or(() -> submission.transaction() instanceof HiddenPayment payment
                        ? paymentRefusal(payment, context)
                        : Optional.of(RefusalReason.WRONG_RULES_VERSION))
                .or(() -> SharedRules.audit(
                        submission,
                        ClearTokenRules.auditRequired(submission.transaction(), context.configuration()),
                        context));
    }

    private static Optional<RefusalReason> paymentRefusal(HiddenPayment payment, RulesContext context) {
        boolean spends = !payment.statement().inputs().isEmpty();
        if (spends && !context.credentialEpochs().contains(payment.statement().credentialEpoch())) {
            return Optional.of(RefusalReason.CREDENTIAL_EPOCH_PASSED);
        }
        return payment.request()
                .flatMap(request -> SharedRules.treasury(request, context)
                        .or(() -> SharedRules.approvals(
                                payment.approvals(), payment.officerMessage(), context.configuration())))
                .or(() -> payment.request().isEmpty() && !payment.approvals().isEmpty()
                        ? Optional.of(RefusalReason.BAD_OFFICER_APPROVAL)
                        : Optional.empty());
    }

    private Checked append(HiddenPayment payment, RulesContext context, VerificationBatch batch) {
        Optional<PublicParameters> parameters =
                currencies.find(context.configuration(), payment.header().namespace(), payment.certifierEpoch());
        if (parameters.isEmpty()) {
            return new Checked.Refused(RefusalReason.CERTIFIER_EPOCH_UNKNOWN);
        }
        if (!payment.statement().isSealedFor(parameters.get())) {
            return new Checked.Refused(RefusalReason.NOT_SEALED_FOR_AUDIT);
        }
        Optional<RefusalReason> duplicate = duplicateInput(payment);
        if (duplicate.isPresent()) {
            return new Checked.Refused(duplicate.get());
        }
        byte[] proof = payment.proof().toArray();
        Bytes32 known = Sha256.hash(
                parameters.get().digest().toArray(), payment.id().value().toArray(), proof);
        if (verified.contains(known)) {
            return new Checked.Known();
        }
        VerificationBatch.Item item = batch.item();
        int number = batch.size() - 1;
        try {
            new PaymentVerifier(parameters.get()).append(payment.statement(), proof, item);
        } catch (ArithmeticException overflow) {
            item.refuse();
            return new Checked.Refused(RefusalReason.VALUE_OVERFLOW);
        }
        return new Checked.Batched(number, known);
    }

    private static Optional<RefusalReason> duplicateInput(HiddenPayment payment) {
        var keys = payment.statement().readKeys(payment.header().namespace());
        return keys.stream().distinct().count() == keys.size()
                ? Optional.empty()
                : Optional.of(RefusalReason.DUPLICATE_INPUT);
    }

    /// An upper bound of what a payment gives to others, where values are in the clear: change to the payer counts too,
    /// since nobody can tell it.
    ///
    /// @return empty where a value is hidden
    /// @throws ArithmeticException if the sum exceeds 63 bits
    public static Optional<Amount> paidAtMost(HiddenPayment payment) {
        Amount sum = Amount.ZERO;
        for (HiddenToken output : payment.statement().outputs()) {
            if (!(output instanceof HiddenToken.Anonymous(var _, Amount amount))) {
                return Optional.empty();
            }
            sum = sum.plus(amount);
        }
        return Optional.of(sum);
    }
}
