package io.florin.bank.payments;

import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;

/// Bounds for payments of a wallet that one transfer of a clear currency makes together. The rules of the ledger see
/// the sum that leaves the payer: payments share only where it exceeds neither what the payer may pay at once nor what
/// the auditor has to approve, so that each is judged as if it were alone.
///
/// @param payeesMax payments of one transfer, 1 to 15: one output is left for the change
/// @param sumMax of them together, minor units; a payment above it has a transfer of its own
public record Sharing(int payeesMax, Amount sumMax) {

    /// Each payment in a transfer of its own.
    public static final Sharing NONE = new Sharing(1, Amount.ZERO);

    private static final int PAYEES_MAX = ClientTransaction.TOKENS_MAX - 1;

    public Sharing {
        if (payeesMax < 1 || payeesMax > PAYEES_MAX) {
            throw new IllegalArgumentException("a transfer makes 1 to " + PAYEES_MAX + " payments");
        }
    }

    /// As much as the rules allow.
    ///
    /// @param tier of the payer
    public static Sharing of(NetworkConfiguration configuration, NamespaceId currency, int tier) {
        Amount paymentMax = configuration
                .tier(tier)
                .map(NetworkConfiguration.Tier::paymentMax)
                .orElse(Amount.ZERO);
        return new Sharing(
                PAYEES_MAX,
                configuration
                        .namespace(currency)
                        .map(namespace -> unseen(namespace, paymentMax))
                        .orElse(Amount.ZERO));
    }

    /// Largest amount that the auditor does not see anyway. Where it approves each transaction, sharing shows it
    /// nothing more.
    private static Amount unseen(Namespace namespace, Amount paymentMax) {
        return switch (namespace.auditPolicy()) {
            case NEVER, ALWAYS -> paymentMax;
            case ABOVE_THRESHOLD ->
                paymentMax.exceeds(namespace.auditThreshold()) ? namespace.auditThreshold() : paymentMax;
        };
    }

    /// Whether the payment may be made by one transfer with others.
    boolean admits(PaymentDue due) {
        return payeesMax > 1 && !due.alone() && !due.amount().exceeds(sumMax);
    }
}
