package io.florin.bank.payments;

import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentGate;
import io.florin.bank.protocol.PaymentService.Acceptance.Refused;
import io.florin.bank.protocol.WalletInfo;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/// Rules for payments of one wallet that are ordered, or become due, together. Counts what it has promised, so that
/// they promise no more than there is. For one thread.
public final class AcceptanceRound {

    private final Optional<WalletInfo> wallet;
    private final Map<OwnerKey, Long> room;
    private final Bounds bounds;
    private long free;

    /// @param wallet that pays
    /// @param free what it can still promise, minor units
    /// @param room what payees may still receive that have a limit at this bank, minor units; written to, and shared by
    ///     the rounds of one database transaction
    public AcceptanceRound(Optional<WalletInfo> wallet, long free, Map<OwnerKey, Long> room, Bounds bounds) {
        this.wallet = wallet;
        this.free = free;
        this.room = room;
        this.bounds = bounds;
    }

    /// @param closed why the bank takes no orders now; empty where it does
    /// @param paymentMax of the payer's tier
    /// @param valueMax of one token
    public record Bounds(Optional<String> closed, Amount paymentMax, Amount valueMax) {}

    /// Reasons against a payment that do not depend on money: payer, payee, and the amount of one payment.
    public Optional<Refused> unpayable(PayTo payee, Amount amount) {
        if (wallet.isEmpty()) {
            return refused("unknown-wallet", "there is no such wallet at this bank");
        }
        if (bounds.closed().isPresent()) {
            return refused(PaymentGate.CODE, bounds.closed().get());
        }
        return standing(wallet.get()).or(() -> tooMuch(amount)).or(() -> wrongPayee(wallet.get(), payee));
    }

    public Optional<Refused> unfunded(Amount amount) {
        return amount.minorUnits() > free
                ? refused("insufficient-funds", "the wallet cannot promise this amount")
                : Optional.empty();
    }

    /// A payment whose note cannot be sealed could never be built, and would hold up all others of its wallet.
    public Optional<Refused> unsealable(PayTo payee) {
        return payee.takesNotes()
                ? Optional.empty()
                : refused("account-not-payable", "no note can be sealed to the payee's note key");
    }

    public Optional<Refused> overfull(PayTo payee, Amount amount) {
        Long left = payee.owner().map(room::get).orElse(null);
        return left == null || amount.minorUnits() <= left
                ? Optional.empty()
                : refused("payee-holding-limit-exceeded", "the payee's wallet would hold more than its tier allows");
    }

    public void promise(PayTo payee, Amount amount) {
        free -= amount.minorUnits();
        payee.owner().ifPresent(owner -> room.computeIfPresent(owner, (_, left) -> left - amount.minorUnits()));
    }

    private Optional<Refused> standing(WalletInfo payer) {
        if (!payer.custodial()) {
            return refused("self-held-wallet", "this wallet's holder has its keys; payments are made with the wallet");
        }
        if (payer.lacksHolder()) {
            return refused("holder-not-known", "nobody has said yet whose this rebuilt wallet is");
        }
        return payer.state() == WalletInfo.State.ENROLLED
                ? Optional.empty()
                : refused(
                        "wallet-not-enrolled", "the wallet is " + payer.state().name());
    }

    private Optional<Refused> tooMuch(Amount amount) {
        if (amount.exceeds(bounds.paymentMax())) {
            return refused(
                    "payment-limit-exceeded",
                    "the wallet's tier allows " + bounds.paymentMax().minorUnits() + " per payment");
        }
        return amount.exceeds(bounds.valueMax())
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

    public static Optional<Refused> refused(String code, String explanation) {
        return Optional.of(new Refused(code, explanation));
    }
}
