package io.florin.auditor.approval;

import io.florin.auditor.protocol.EnrolledOwners;
import io.florin.auditor.protocol.Money;
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
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.NetworkConfiguration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Amount and payer's bank of a decided payment, as the log of decisions says them. Of hidden payments it says neither:
/// what a payer disclosed is forgotten with the decision, and the log is kept for ever. Pure.
public final class LoggedPayment {

    private LoggedPayment() {}

    /// The payment, then the rule's or the person's words.
    ///
    /// @param words empty where there are none
    /// @return `40,000.00 FLN from bank 1: above-release-limit`; of a hidden payment the words alone
    public static String with(
            String words, AuditedTransaction audited, NetworkConfiguration configuration, EnrolledOwners directory) {
        return payers(audited.transaction())
                .map(payers -> amount(audited, configuration) + " from " + banks(payers, directory)
                        + (words.isEmpty() ? "" : ": " + words))
                .orElse(words);
    }

    /// Owners of the tokens that a payment in the clear spends; empty of whatever else there is.
    private static Optional<List<OwnerKey>> payers(ClientTransaction transaction) {
        return switch (transaction) {
            case Transfer transfer -> Optional.of(transfer.signers());
            case RailDeposit deposit -> Optional.of(deposit.signers());
            case Issue _,
                    Redeem _,
                    HiddenPayment _,
                    ConfigurationChange _,
                    RailWithdrawal _,
                    RailRescue _,
                    RailRescueOutcome _ -> Optional.empty();
        };
    }

    private static String amount(AuditedTransaction audited, NetworkConfiguration configuration) {
        long minorUnits = audited.amount().minorUnits();
        return configuration
                .namespace(audited.transaction().header().namespace())
                .map(namespace -> Money.of(namespace).text(minorUnits))
                .orElseGet(() -> Long.toString(minorUnits));
    }

    /// One, unless owners at several banks pay together.
    private static String banks(List<OwnerKey> payers, EnrolledOwners directory) {
        String known = payers.stream()
                .flatMap(payer -> directory.enrollment(payer).stream())
                .map(enrollment -> enrollment.participant())
                .distinct()
                .sorted()
                .map(participant -> "bank " + participant)
                .collect(Collectors.joining(", "));
        return known.isEmpty() ? "no known bank" : known;
    }
}
