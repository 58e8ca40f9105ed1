package io.florin.bank.reserves;

import io.florin.bank.protocol.ClearTokens;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.Treasury;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.api.CentralBankInternalApi.HiddenPayee;
import io.florin.wallet.payment.PaymentBuilder;
import io.florin.wallet.tokens.TokenSelector;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The treasury of a currency that hides nothing.
final class ClearTreasury implements Treasury {

    private final WalletBook wallets;
    private final ClearTokens tokens;
    private final LedgerAccess ledger;
    private final RandomGenerator random;

    ClearTreasury(WalletBook wallets, ClearTokens tokens, LedgerAccess ledger, RandomGenerator random) {
        this.wallets = wallets;
        this.tokens = tokens;
        this.ledger = ledger;
        this.random = random;
    }

    @Override
    public Optional<HiddenPayee> payee(SupplyRequest withdrawal) {
        return Optional.empty();
    }

    @Override
    public Optional<Made> redemption(SupplyRequest request, List<OfficerApproval> approvals) {
        WalletInfo treasury = wallets.wallet(WalletInfo.TREASURY).orElseThrow();
        List<TokenReference> available = tokens.available(WalletInfo.TREASURY);
        PaymentBuilder builder = new PaymentBuilder(wallets.keys(treasury), ledger.view(), random);
        Optional<List<TokenReference>> inputs = TokenSelector.select(available, request.amount());
        if (inputs.isPresent()) {
            return made(builder.redeem(inputs.get(), request, approvals));
        }
        if (request.amount().exceeds(TokenSelector.sum(available))) {
            return Optional.empty(); // the rest of the money is change under way
        }
        List<TokenReference> largest = available.subList(0, Math.min(ClientTransaction.TOKENS_MAX, available.size()));
        return made(builder.split(largest, List.of(TokenSelector.sum(largest))));
    }

    private static Optional<Made> made(ClientTransaction transaction) {
        return Optional.of(new Made(transaction, transaction.encode()));
    }
}
