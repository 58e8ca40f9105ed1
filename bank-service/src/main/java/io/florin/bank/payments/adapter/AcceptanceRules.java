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
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Conditions of a payment: when it is ordered, and on its day where it has a later one. Only then its money is asked
/// for.
final class AcceptanceRules {

    private final WalletBook wallets;
    private final Holdings holdings;
    private final Payments.Limits limits;

    AcceptanceRules(WalletBook wallets, Holdings holdings, Payments.Limits limits) {
        this.wallets = wallets;
        this.holdings = holdings;
        this.limits = limits;
    }

    /// Reason for which the bank takes no orders now; empty where it does.
    Optional<String> closed() {
        return limits.gate().closed();
    }

    /// Payments of one wallet, which the caller holds until its database transaction ends.
    ///
    /// @param payees whom money is promised to
    AcceptanceRound round(long number, Collection<PayTo> payees) {
        return Objects.requireNonNull(rounds(Map.of(number, payees)).get(number));
    }

    /// The same for several wallets, with a query for all of each kind.
    ///
    /// @param payees by the wallet that pays them
    Map<Long, AcceptanceRound> rounds(Map<Long, ? extends Collection<PayTo>> payees) {
        Map<Long, WalletInfo> payers = wallets.wallets(payees.keySet());
        Map<Long, Holdings.Funds> funds = holdings.funds(payees.keySet());
        Map<OwnerKey, Long> room = new HashMap<>(limits.holdings()
                .roomOf(payees.values().stream()
                        .flatMap(Collection::stream)
                        .flatMap(payee -> payee.owner().stream())
                        .distinct()
                        .toList()));
        Map<Long, AcceptanceRound> rounds = new HashMap<>();
        for (long number : payees.keySet()) {
            Optional<WalletInfo> payer = Optional.ofNullable(payers.get(number));
            long free = funds.getOrDefault(number, Holdings.Funds.NONE).available();
            rounds.put(number, new AcceptanceRound(payer, free, room, bounds(payer)));
        }
        return rounds;
    }

    private AcceptanceRound.Bounds bounds(Optional<WalletInfo> payer) {
        Amount paymentMax = payer.flatMap(wallet -> limits.configuration().get().tier(wallet.tier()))
                .map(NetworkConfiguration.Tier::paymentMax)
                .orElse(Amount.ZERO);
        return new AcceptanceRound.Bounds(
                closed(), paymentMax, limits.valueMax().get());
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
