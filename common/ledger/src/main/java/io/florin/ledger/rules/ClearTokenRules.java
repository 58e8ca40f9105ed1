package io.florin.ledger.rules;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.RailDeposit;
import io.florin.ledger.client.RailRescue;
import io.florin.ledger.client.RailRescueOutcome;
import io.florin.ledger.client.RailWithdrawal;
import io.florin.ledger.client.Redeem;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.privacy.PublicParameters;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The rules of the clear model, version 1 (paper 001, 4.1 and C.3): owners are public keys, values are open. Checks
/// form, authorisation, balance, enrollment, limits and audit; looks at no state, because an input's key is the hash of
/// its content. Whether an input is still unspent is decided at commit.
public final class ClearTokenRules implements TokenRules {

    public static final int VERSION = 1;

    private final RailRules rails = new RailRules();

    @Override
    public int version() {
        return VERSION;
    }

    @Override
    public RulesVerdict check(Submission submission, RulesContext context) {
        ClientTransaction transaction = submission.transaction();
        Optional<RefusalReason> reason;
        try {
            reason = refusal(transaction, context);
        } catch (ArithmeticException e) {
            reason = Optional.of(RefusalReason.VALUE_OVERFLOW);
        }
        if (reason.isPresent()) {
            return new RulesVerdict.Refused(reason.get());
        }
        boolean auditRequired = auditRequired(transaction, context.configuration());
        Optional<RefusalReason> audit = SharedRules.audit(submission, auditRequired, context);
        return audit.<RulesVerdict>map(RulesVerdict.Refused::new)
                .orElseGet(() -> new RulesVerdict.Accepted(SettlementTranslator.translate(transaction, auditRequired)));
    }

    /// True when the namespace's policy asks for the auditor's signature on this transaction (protocol decision 26).
    public static boolean auditRequired(ClientTransaction transaction, NetworkConfiguration configuration) {
        Optional<Namespace> namespace =
                configuration.namespace(transaction.header().namespace());
        if (namespace.isEmpty() || transaction instanceof ConfigurationChange) {
            return false;
        }
        return switch (namespace.get().auditPolicy()) {
            case NEVER -> false;
            case ALWAYS -> true;
            case ABOVE_THRESHOLD ->
                switch (transaction) {
                    case Transfer transfer ->
                        paidToOthers(transfer).exceeds(namespace.get().auditThreshold());
                    case HiddenPayment payment ->
                        HiddenTokenRules.paidAtMost(payment)
                                .map(paid -> paid.exceeds(namespace.get().auditThreshold()))
                                .orElse(true);
                    case RailDeposit deposit ->
                        deposit.paidToOthers().exceeds(namespace.get().auditThreshold());
                    case Issue _,
                            Redeem _,
                            ConfigurationChange _,
                            RailWithdrawal _,
                            RailRescue _,
                            RailRescueOutcome _ -> false;
                };
        };
    }

    /// Amount that leaves the payers: the sum of outputs whose owner is not an owner of the inputs.
    public static Amount paidToOthers(Transfer transfer) {
        List<OwnerKey> payers = transfer.signers();
        return transfer.outputs().stream()
                .filter(output -> !payers.contains(output.owner()))
                .map(Token::value)
                .reduce(Amount.ZERO, Amount::plus);
    }

    private Optional<RefusalReason> refusal(ClientTransaction transaction, RulesContext context) {
        return SharedRules.header(transaction, context, VERSION).or(() -> switch (transaction) {
            case Transfer transfer -> transferRefusal(transfer, context);
            case Issue issue -> issueRefusal(issue, context);
            case Redeem redeem -> redeemRefusal(redeem, context);
            case ConfigurationChange change -> configurationRefusal(change, context);
            case HiddenPayment _ -> Optional.of(RefusalReason.WRONG_RULES_VERSION);
            case RailDeposit deposit -> depositRefusal(deposit, context);
            case RailWithdrawal withdrawal -> rails.withdrawalRefusal(withdrawal, context);
            case RailRescue rescue -> rails.rescueRefusal(rescue, context);
            case RailRescueOutcome outcome -> rails.outcomeRefusal(outcome, context);
        });
    }

    private static Optional<RefusalReason> transferRefusal(Transfer transfer, RulesContext context) {
        if (!sumOf(transfer.inputs()).equals(sum(transfer.outputs()))) {
            return Optional.of(RefusalReason.UNBALANCED);
        }
        return inputRefusal(transfer.inputs(), transfer.header())
                .or(() -> typeRefusal(transfer.outputs(), transfer.header()))
                .or(() -> SharedRules.standing(transfer.signers(), context))
                .or(() -> SharedRules.standing(
                        transfer.outputs().stream().map(Token::owner).toList(), context))
                .or(() -> limitRefusal(transfer.signers(), paidToOthers(transfer), context))
                .or(() -> signatureRefusal(transfer, transfer.signers(), transfer.signatures()));
    }

    private static Optional<RefusalReason> depositRefusal(RailDeposit deposit, RulesContext context) {
        if (!sumOf(deposit.inputs()).equals(sum(deposit.change()).plus(deposit.amount()))) {
            return Optional.of(RefusalReason.UNBALANCED);
        }
        return RailRules.depositRefusal(deposit, context)
                .or(() -> inputRefusal(deposit.inputs(), deposit.header()))
                .or(() -> typeRefusal(deposit.change(), deposit.header()))
                .or(() -> SharedRules.standing(deposit.signers(), context))
                .or(() -> SharedRules.standing(List.of(deposit.recipient()), context))
                .or(() -> limitRefusal(deposit.signers(), deposit.paidToOthers(), context))
                .or(() -> signatureRefusal(deposit, deposit.signers(), deposit.signatures()));
    }

    private static Optional<RefusalReason> limitRefusal(List<OwnerKey> payers, Amount paid, RulesContext context) {
        boolean within = payers.stream()
                .allMatch(payer -> context.enrollment(payer)
                        .flatMap(enrollment -> context.configuration().tier(enrollment.tier()))
                        .map(tier -> !paid.exceeds(tier.paymentMax()))
                        .orElse(false));
        return within ? Optional.empty() : Optional.of(RefusalReason.PAYMENT_LIMIT_EXCEEDED);
    }

    private static Optional<RefusalReason> issueRefusal(Issue issue, RulesContext context) {
        SupplyRequest request = issue.request();
        boolean fits = request.direction() == SupplyRequest.Direction.WITHDRAWAL
                && issue.outputs().stream().allMatch(output -> output.owner().equals(request.owner()))
                && sum(issue.outputs()).equals(request.amount());
        if (!fits) {
            return Optional.of(RefusalReason.REQUEST_MISMATCH);
        }
        return typeRefusal(issue.outputs(), issue.header())
                .or(() -> SharedRules.treasury(request, context))
                .or(() -> SharedRules.supplyApprovals(
                        issue.approvals(), issue.header(), request, context.configuration()));
    }

    private static Optional<RefusalReason> redeemRefusal(Redeem redeem, RulesContext context) {
        SupplyRequest request = redeem.request();
        boolean fits = request.direction() == SupplyRequest.Direction.REDEMPTION
                && redeem.inputs().stream()
                        .allMatch(input -> input.token().owner().equals(request.owner()))
                && redeem.change().stream().allMatch(output -> output.owner().equals(request.owner()));
        if (!fits) {
            return Optional.of(RefusalReason.REQUEST_MISMATCH);
        }
        if (!sumOf(redeem.inputs()).equals(sum(redeem.change()).plus(request.amount()))) {
            return Optional.of(RefusalReason.UNBALANCED);
        }
        return inputRefusal(redeem.inputs(), redeem.header())
                .or(() -> typeRefusal(redeem.change(), redeem.header()))
                .or(() -> SharedRules.treasury(request, context))
                .or(() -> signatureRefusal(redeem, redeem.signers(), redeem.signatures()))
                .or(() -> SharedRules.supplyApprovals(
                        redeem.approvals(), redeem.header(), request, context.configuration()));
    }

    private static Optional<RefusalReason> configurationRefusal(ConfigurationChange change, RulesContext context) {
        NetworkConfiguration next = change.configuration();
        NetworkConfiguration current = context.configuration();
        if (next.version() != current.version() + 1 || next.encode().length > SettlementTransaction.VALUE_SIZE_MAX) {
            return Optional.of(RefusalReason.BAD_CONFIGURATION);
        }
        if (FixedSettings.changed(current, next).isPresent()) {
            return Optional.of(RefusalReason.FIXED_SETTING);
        }
        if (!next.namespaces().stream().allMatch(namespace -> hasParameters(namespace, context))) {
            return Optional.of(RefusalReason.BAD_CONFIGURATION);
        }
        if (!keepsAudit(current, next)
                || UnseenAmounts.flaw(next).isPresent()
                || RailSettings.flaw(context.network(), next).isPresent()) {
            return Optional.of(RefusalReason.BAD_CONFIGURATION);
        }
        return SharedRules.approvals(change.approvals(), change.officerMessage(), current);
    }

    /// Each currency is in both: [FixedSettings] lets none come or go.
    private static boolean keepsAudit(NetworkConfiguration current, NetworkConfiguration next) {
        for (Namespace namespace : current.namespaces()) {
            Optional<HiddenCurrency> before = namespace.hidden();
            Optional<HiddenCurrency> after = next.hidden(namespace.id());
            if (before.isPresent() != after.isPresent()
                    || before.isPresent()
                            && AuditKeyRules.flaw(before.get(), after.get()).isPresent()) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasParameters(Namespace namespace, RulesContext context) {
        try {
            PublicParameters.requireUsable(context.network(), namespace);
            return true;
        } catch (IllegalArgumentException unusable) {
            return false;
        }
    }

    private static Optional<RefusalReason> inputRefusal(List<TokenReference> inputs, TransactionHeader header) {
        Set<TokenReference> seen = new HashSet<>();
        for (TokenReference input : inputs) {
            if (!seen.add(input)) {
                return Optional.of(RefusalReason.DUPLICATE_INPUT);
            }
            if (input.token().type() != header.namespace().value()) {
                return Optional.of(RefusalReason.WRONG_TOKEN_TYPE);
            }
        }
        return Optional.empty();
    }

    private static Optional<RefusalReason> typeRefusal(List<Token> outputs, TransactionHeader header) {
        return outputs.stream()
                        .allMatch(output -> output.type() == header.namespace().value())
                ? Optional.empty()
                : Optional.of(RefusalReason.WRONG_TOKEN_TYPE);
    }

    private static Optional<RefusalReason> signatureRefusal(
            ClientTransaction transaction, List<OwnerKey> signers, List<Bytes> signatures) {
        if (signers.size() != signatures.size()) {
            return Optional.of(RefusalReason.BAD_OWNER_SIGNATURE);
        }
        byte[] message = ClientTransaction.ownerMessage(transaction.header(), transaction.id());
        for (int i = 0; i < signers.size(); i++) {
            if (!Ed25519.verify(
                    signers.get(i).value(), message, signatures.get(i).toArray())) {
                return Optional.of(RefusalReason.BAD_OWNER_SIGNATURE);
            }
        }
        return Optional.empty();
    }

    private static Amount sum(List<Token> tokens) {
        return tokens.stream().map(Token::value).reduce(Amount.ZERO, Amount::plus);
    }

    private static Amount sumOf(List<TokenReference> inputs) {
        return inputs.stream().map(input -> input.token().value()).reduce(Amount.ZERO, Amount::plus);
    }
}
