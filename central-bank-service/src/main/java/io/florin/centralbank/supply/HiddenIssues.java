package io.florin.centralbank.supply;

import io.florin.ledger.NetworkId;
import io.florin.ledger.client.AuditDisclosure;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.wallet.hidden.BuiltPayment;
import io.florin.wallet.hidden.HiddenPaymentBuilder;
import io.florin.wallet.payment.LedgerView;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Issues of hidden currencies: one token for the whole amount to the treasury, with its opening in a note that only
/// the treasury reads. The amount and the bank stay public, they stand in the request.
final class HiddenIssues {
    private final HiddenCurrencies currencies;
    private final RandomGenerator random;

    /// @param random a `SecureRandom` outside tests
    HiddenIssues(NetworkId network, RandomGenerator random) {
        this.currencies = new HiddenCurrencies(network);
        this.random = random;
    }

    /// Proves an issue; another token comes of it each time.
    Issuance prove(
            NetworkConfiguration configuration,
            LedgerView ledger,
            SupplyRequest request,
            TreasuryAddress payee,
            List<OfficerApproval> approvals) {
        BuiltPayment built = new HiddenPaymentBuilder(currencies, configuration, ledger, random)
                .issue(request, payee.address(), List.of(request.amount()), approvals);
        return new Issuance(
                built.payment(), Optional.of(new AuditDisclosure(built.payment(), List.of(), built.openings())));
    }
}
