package io.florin.bank.reserves;

import io.florin.bank.protocol.Custody;
import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.Treasury;
import io.florin.bank.protocol.WalletInfo;
import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.client.AuditDisclosure;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.privacy.PaymentStatement;
import io.florin.runtime.api.CentralBankInternalApi.HiddenPayee;
import io.florin.runtime.api.SupplyPayee;
import io.florin.wallet.hidden.BuiltPayment;
import io.florin.wallet.hidden.HiddenPayer;
import io.florin.wallet.hidden.HiddenPaymentBuilder;
import io.florin.wallet.hidden.HiddenSelector;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.hidden.Selection;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The treasury of a currency that hides owners or values. It proves its redemptions in the caller's database
/// transaction, 100 ms: they are few.
final class HiddenTreasury implements Treasury {

    /// For more than one token can be worth: a redemption has 15 inputs at most.
    private static final HiddenSelector MANY =
            new HiddenSelector(PaymentStatement.TOKENS_MAX - 1, PaymentStatement.TOKENS_MAX);

    private final HiddenBook book;
    private final HiddenTokens tokens;
    private final HiddenCurrencies currencies;
    private final Custody custody;
    private final LedgerAccess ledger;
    private final RandomGenerator random;

    HiddenTreasury(
            HiddenBook book,
            HiddenTokens tokens,
            HiddenCurrencies currencies,
            Custody custody,
            LedgerAccess ledger,
            RandomGenerator random) {
        this.book = book;
        this.tokens = tokens;
        this.currencies = currencies;
        this.custody = custody;
        this.ledger = ledger;
        this.random = random;
    }

    @Override
    public Optional<HiddenPayee> payee(SupplyRequest withdrawal) {
        Bytes address = Bytes.of(book.account(WalletInfo.TREASURY)
                .orElseThrow(() -> new IllegalStateException("the treasury has no credential yet"))
                .address()
                .encode());
        Bytes signature =
                custody.payer(WalletInfo.TREASURY).sign(SupplyPayee.message(ledger.network(), withdrawal, address));
        return Optional.of(new HiddenPayee(address.toHex(), signature.toHex()));
    }

    @Override
    public Optional<Made> redemption(SupplyRequest request, List<OfficerApproval> approvals) {
        Optional<HiddenPayer> payer = book.payer(WalletInfo.TREASURY);
        if (payer.isEmpty()) {
            return Optional.empty();
        }
        HiddenPaymentBuilder builder =
                new HiddenPaymentBuilder(currencies, ledger.configuration(), ledger.view(), random);
        List<OwnedToken> available = tokens.available(WalletInfo.TREASURY);
        Amount valueMax = ledger.tokenValueMax();
        HiddenSelector selector = request.amount().exceeds(valueMax) ? MANY : HiddenSelector.DEFAULT;
        return switch (selector.select(available, request.amount())) {
            case Selection.Ready(var inputs) -> made(builder.redeem(payer.get(), inputs, request, approvals));
            case Selection.Merge merge ->
                made(builder.split(payer.get(), merge.inputs(), merge.values(request.amount(), valueMax)));
            case Selection.Insufficient _ ->
                HiddenSelector.crumbs(available, valueMax, HiddenTokens.AVAILABLE_MAX).stream()
                        .findFirst()
                        .flatMap(crumbs ->
                                made(builder.split(payer.get(), crumbs, List.of(HiddenSelector.sum(crumbs)))));
        };
    }

    private static Optional<Made> made(BuiltPayment built) {
        byte[] disclosure = new AuditDisclosure(built.payment(), built.inputs(), built.openings()).encode();
        return Optional.of(new Made(built.payment(), disclosure));
    }
}
