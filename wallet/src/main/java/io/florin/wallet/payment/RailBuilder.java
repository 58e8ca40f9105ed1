package io.florin.wallet.payment;

import io.florin.ledger.client.RailRescue;
import io.florin.ledger.client.RailRescueOutcome;
import io.florin.ledger.client.RailWithdrawal;
import io.florin.ledger.rail.FinalProof;
import io.florin.ledger.rail.RescueEvidence;
import io.florin.ledger.rail.RescueOutcome;
import java.util.random.RandomGenerator;

/// Builds the client transactions about an instant rail that nobody signs: what they carry proves itself, so anybody
/// who holds it may submit it. A deposit is signed, and built by [PaymentBuilder#deposit]. Pure.
public final class RailBuilder {

    private final LedgerView ledger;
    private final RandomGenerator random;

    /// @param ledger of the rail's currency
    public RailBuilder(LedgerView ledger, RandomGenerator random) {
        this.ledger = ledger;
        this.random = random;
    }

    /// Brings a final payment to owners of the ledger there.
    ///
    /// @throws IllegalArgumentException if it goes to nobody on the ledger
    public RailWithdrawal withdraw(FinalProof proof) {
        if (proof.payouts().isEmpty()) {
            throw new IllegalArgumentException("the payment stays on the rail");
        }
        return new RailWithdrawal(ledger.header(random), proof);
    }

    /// Begins the rescue of a sequence.
    public RailRescue rescue(RescueEvidence evidence) {
        return new RailRescue(ledger.header(random), evidence);
    }

    /// Ends it by the statements of 2F + 1 authorities.
    public RailRescueOutcome end(RescueOutcome outcome) {
        return new RailRescueOutcome(ledger.header(random), outcome);
    }
}
