package io.florin.wallet.hidden;

import io.florin.ledger.privacy.PreparedPayment;
import io.florin.ledger.privacy.PublicParameters;
import java.util.List;

/// Tokens of which a payment is made ready before it is known to whom and how much. For one payment; see
/// [PreparedPayment] for why it is nowhere but in memory. Prints nothing.
///
/// @param inputs that the payment will spend
public record PreparedSpend(HiddenPayer payer, List<OwnedToken> inputs, PreparedPayment payment) {
    public PreparedSpend {
        inputs = List.copyOf(inputs);
    }

    /// Whether a payment with so many outputs can be made of it.
    boolean fits(PublicParameters parameters, int outputs) {
        return payment.outputs() == outputs && payment.parameters().equals(parameters.digest());
    }

    @Override
    public String toString() {
        return "PreparedSpend";
    }
}
