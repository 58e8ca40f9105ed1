package io.florin.bank.payments.adapter;

import io.florin.bank.payments.AcceptanceRound;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.config.NetworkConfiguration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What a payment has to fulfil: when it is ordered, and on its day where it has a later one. Only then its money is
/// asked for.
final class AcceptanceRules {

    private final WalletBook wallets;
    private final Holdings holdings;
    private final Payments.Limits limits;

    AcceptanceRules(WalletBook wallets, Holdings holdings, Payments.Limits limits) {
        this.wallets = wallets;
        this.holdings = holdings;
        this.limits = limits;
    }

    /// Why the bank takes no orders now; empty where it does.
    Optional<String> closed() {
        return limits.gate().closed();
    }

    /// Payments of one wallet, which the caller holds until its database transaction ends.
    ///
    /// @param payees whom money is promised to
    AcceptanceRound round(long number, Collection<PayTo> payees) {
        Optional<WalletInfo> wallet = wallets.wallet(number);
        long free = holdings.funds(number).available();
        Map<OwnerKey, Long> room = limits.holdings()
                .roomOf(payees.stream()
                        .flatMap(payee -> payee.owner().stream())
                        .distinct()
                        .toList());
        Amount paymentMax = wallet.flatMap(payer -> limits.configuration().get().tier(payer.tier()))
                .map(NetworkConfiguration.Tier::paymentMax)
                .orElse(Amount.ZERO);
        return new AcceptanceRound(
                wallet,
                free,
                room,
                new AcceptanceRound.Bounds(
                        closed(), paymentMax, limits.valueMax().get()));
    }

    /// Accounts of this bank that were suspended, revoked or closed since they were found: where owners are hidden no
    /// endorser refuses them.
    Set<String> ended(Collection<String> accounts) {
        return wallets.byIbans(accounts).values().stream()
                .filter(wallet -> wallet.state() != WalletInfo.State.ENROLLED)
                .map(WalletInfo::iban)
                .collect(Collectors.toSet());
    }
}
