package io.florin.bank.payments.adapter;

import io.florin.bank.payments.UnbuildableReason;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentDesk.Acceptance.Refused;
import io.florin.bank.protocol.PaymentGate;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.config.NetworkConfiguration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
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
    Round round(long number, Collection<PayTo> payees) {
        return new Round(number, payees);
    }

    /// Accounts of this bank that were suspended, revoked or closed since they were found: where owners are hidden no
    /// endorser refuses them.
    Set<String> ended(Collection<String> accounts) {
        return wallets.byIbans(accounts).values().stream()
                .filter(wallet -> wallet.state() != WalletInfo.State.ENROLLED)
                .map(WalletInfo::iban)
                .collect(Collectors.toSet());
    }

    /// Counts what it has promised, so that a wallet's payments together promise no more than there is.
    final class Round {

        private final Optional<WalletInfo> wallet;
        private final Map<OwnerKey, Long> room;
        private final Map<PayTo, Boolean> takesNotes = new HashMap<>();
        private long free;

        private Round(long number, Collection<PayTo> payees) {
            wallet = wallets.wallet(number);
            free = holdings.funds(number).available();
            room = new HashMap<>(limits.holdings()
                    .roomOf(payees.stream()
                            .flatMap(payee -> payee.owner().stream())
                            .distinct()
                            .toList()));
        }

        /// What does not hang on money: who pays, whom, and how much at once.
        Optional<Refused> unpayable(PayTo payee, Amount amount) {
            if (wallet.isEmpty()) {
                return refused("unknown-wallet", "there is no such wallet at this bank");
            }
            Optional<String> closed = closed();
            if (closed.isPresent()) {
                return refused(PaymentGate.CODE, closed.get());
            }
            return standing(wallet.get())
                    .or(() -> tooMuch(wallet.get(), amount))
                    .or(() -> wrongPayee(wallet.get(), payee));
        }

        Optional<Refused> unfunded(Amount amount) {
            return amount.minorUnits() > free
                    ? refused("insufficient-funds", "the wallet cannot promise this amount")
                    : Optional.empty();
        }

        /// A payment whose note cannot be sealed could never be built, and would hold up all others of its wallet.
        Optional<Refused> unsealable(PayTo payee) {
            return takesNotes.computeIfAbsent(payee, PayTo::takesNotes)
                    ? Optional.empty()
                    : refused("account-not-payable", "no note can be sealed to the payee's note key");
        }

        Optional<Refused> overfull(PayTo payee, Amount amount) {
            Long left = payee.owner().map(room::get).orElse(null);
            return left == null || amount.minorUnits() <= left
                    ? Optional.empty()
                    : refused(
                            "payee-holding-limit-exceeded", "the payee's wallet would hold more than its tier allows");
        }

        void promise(PayTo payee, Amount amount) {
            free -= amount.minorUnits();
            payee.owner().ifPresent(owner -> room.computeIfPresent(owner, (_, left) -> left - amount.minorUnits()));
        }

        private Optional<Refused> standing(WalletInfo payer) {
            if (!payer.custodial()) {
                return refused(
                        "self-held-wallet", "this wallet's holder has its keys; payments are made with the wallet");
            }
            if (payer.lacksHolder()) {
                return refused("holder-not-known", "nobody has said yet whose this rebuilt wallet is");
            }
            return payer.state() == WalletInfo.State.ENROLLED
                    ? Optional.empty()
                    : refused(
                            "wallet-not-enrolled",
                            "the wallet is " + payer.state().name());
        }

        private Optional<Refused> tooMuch(WalletInfo payer, Amount amount) {
            Amount limit = limits.configuration()
                    .get()
                    .tier(payer.tier())
                    .map(NetworkConfiguration.Tier::paymentMax)
                    .orElse(Amount.ZERO);
            if (amount.exceeds(limit)) {
                return refused(
                        "payment-limit-exceeded", "the wallet's tier allows " + limit.minorUnits() + " per payment");
            }
            return amount.exceeds(limits.valueMax().get())
                    ? refused(
                            UnbuildableReason.AMOUNT_OUT_OF_RANGE.code(),
                            "no token of the currency can be worth so much; pay it in parts")
                    : Optional.empty();
        }

        private static Optional<Refused> wrongPayee(WalletInfo payer, PayTo payee) {
            if (payee.isHidden() != payer.payTo().isHidden()) {
                return refused("account-not-payable", "the payee has no address in this currency");
            }
            return Arrays.equals(payee.id(), payer.payTo().id())
                    ? refused("payee-is-payer", "a wallet does not pay itself")
                    : Optional.empty();
        }
    }

    static Optional<Refused> refused(String code, String explanation) {
        return Optional.of(new Refused(code, explanation));
    }
}
