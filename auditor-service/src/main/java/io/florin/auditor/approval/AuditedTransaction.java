package io.florin.auditor.approval;

import io.florin.crypto.group.Scalar;
import io.florin.ledger.Amount;
import io.florin.ledger.client.AuditDisclosure;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.RailDeposit;
import io.florin.ledger.client.RailRescue;
import io.florin.ledger.client.RailRescueOutcome;
import io.florin.ledger.client.RailWithdrawal;
import io.florin.ledger.client.Redeem;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.rules.ClearTokenRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// A transaction that the auditor is asked to sign off, with its disclosure where it hides something. Prints nothing of
/// the disclosure.
public record AuditedTransaction(ClientTransaction transaction, Optional<AuditDisclosure> disclosure) {

    /// @throws io.florin.ledger.codec.DecodeException when the bytes are neither a transaction nor a disclosure
    public static AuditedTransaction decode(byte[] bytes) {
        if (AuditDisclosure.isOne(bytes)) {
            AuditDisclosure disclosure = AuditDisclosure.decode(bytes);
            return new AuditedTransaction(disclosure.payment(), Optional.of(disclosure));
        }
        return new AuditedTransaction(ClientTransaction.decode(bytes), Optional.empty());
    }

    public byte[] encode() {
        return disclosure.map(AuditDisclosure::encode).orElseGet(transaction::encode);
    }

    /// Amount that the transaction moves to somebody else, or takes in or out of circulation. Of a hidden payment as
    /// far as it is disclosed.
    public Amount amount() {
        return switch (transaction) {
            case Transfer transfer -> ClearTokenRules.paidToOthers(transfer);
            case Issue issue -> issue.request().amount();
            case Redeem redeem -> redeem.request().amount();
            case HiddenPayment payment ->
                switch (payment.kind()) {
                    case ISSUE -> requested(payment);
                    case REDEEM -> requested(payment).plus(disclosedGains());
                    default -> disclosedGains();
                };
            case RailDeposit deposit -> deposit.paidToOthers();
            case RailWithdrawal withdrawal -> withdrawal.amount();
            case ConfigurationChange _, RailRescue _, RailRescueOutcome _ -> Amount.ZERO;
        };
    }

    private static Amount requested(HiddenPayment payment) {
        return payment.request().map(request -> request.amount()).orElse(Amount.ZERO);
    }

    /// Sum of what each enrollment id gets beyond what it puts in. So it does not help a payer to name the payee among
    /// those who pay.
    private Amount disclosedGains() {
        Map<Scalar, Long> gains = new HashMap<>();
        for (HiddenOpening output : disclosure.map(AuditDisclosure::outputs).orElse(List.of())) {
            gains.merge(output.enrollment(), output.amount().minorUnits(), Math::addExact);
        }
        for (HiddenOpening input : disclosure.map(AuditDisclosure::inputs).orElse(List.of())) {
            gains.merge(input.enrollment(), -input.amount().minorUnits(), Math::addExact);
        }
        return gains.values().stream().filter(gain -> gain > 0).map(Amount::of).reduce(Amount.ZERO, Amount::plus);
    }

    /// Enrollment ids of those who pay, as far as they are disclosed. Whoever puts in nothing does not pay: a token of
    /// no value, or padding, may be shown under anybody's id.
    public Set<Scalar> payers() {
        return disclosure.map(AuditDisclosure::inputs).orElse(List.of()).stream()
                .filter(input -> !input.amount().isZero())
                .map(HiddenOpening::enrollment)
                .collect(Collectors.toUnmodifiableSet());
    }

    /// Enrollment ids of those who get an output, whatever its value, as far as they are disclosed.
    public Set<Scalar> payees() {
        return disclosure.map(AuditDisclosure::outputs).orElse(List.of()).stream()
                .map(HiddenOpening::enrollment)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public String toString() {
        return "AuditedTransaction[" + transaction.id() + "]";
    }
}
