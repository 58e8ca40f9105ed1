package io.florin.bank.payments;

import io.florin.bank.protocol.FinalStatusListener;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.Holdings.Balance;
import io.florin.bank.protocol.PaymentDesk;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentOutcomeListener;
import io.florin.bank.protocol.PaymentView;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.ledger.Amount;
import io.florin.ledger.TransactionId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.TransactionStatus;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.data.domain.Limit;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/// Accepts payments durably and follows them to one final state.
public class Payments implements PaymentDesk, FinalStatusListener {

    static final int ATTEMPTS_MAX = 5;

    private final PaymentRepository payments;
    private final OutgoingRepository outgoing;
    private final WalletBook wallets;
    private final Holdings holdings;
    private final Supplier<NetworkConfiguration> configuration;
    private final List<PaymentOutcomeListener> outcomes;
    private final InstantSource clock;
    private final Supplier<UUID> ids;

    Payments(
            PaymentRepository payments,
            OutgoingRepository outgoing,
            WalletBook wallets,
            Holdings holdings,
            Supplier<NetworkConfiguration> configuration,
            List<PaymentOutcomeListener> outcomes,
            InstantSource clock,
            Supplier<UUID> ids) {
        this.payments = payments;
        this.outgoing = outgoing;
        this.wallets = wallets;
        this.holdings = holdings;
        this.configuration = configuration;
        this.outcomes = List.copyOf(outcomes);
        this.clock = clock;
        this.ids = ids;
    }

    @Override
    @Transactional
    public List<Acceptance> acceptAll(List<PaymentOrder> orders, String traceId) {
        List<Acceptance> answers = new ArrayList<>();
        if (orders.isEmpty()) {
            return answers;
        }
        long number = orders.get(0).wallet();
        payments.lockWallet(number);
        Optional<WalletInfo> wallet = wallets.wallet(number);
        long free = spendable(number);
        List<Payment> accepted = new ArrayList<>();
        for (PaymentOrder order : orders) {
            Optional<Acceptance.Refused> refused = refusal(wallet, order, free);
            if (refused.isPresent()) {
                answers.add(refused.get());
                continue;
            }
            Payment payment = new Payment(ids.get(), order, traceId, clock.instant());
            free -= order.amount().minorUnits();
            accepted.add(payment);
            answers.add(new Acceptance.Accepted(payment.view()));
        }
        payments.saveAll(accepted);
        return answers;
    }

    /// Minor units a wallet can still promise: what the ledger holds for it less what is promised already.
    private long spendable(long wallet) {
        return holdings.balance(wallet).total()
                - payments.acceptedAmount(wallet)
                - payments.submittedAmount(wallet);
    }

    private Optional<Acceptance.Refused> refusal(Optional<WalletInfo> wallet, PaymentOrder order, long free) {
        if (wallet.isEmpty()) {
            return refused("unknown-wallet", "there is no such wallet at this bank");
        }
        if (!wallet.get().custodial()) {
            return refused("self-held-wallet", "this wallet's holder has its keys; payments are made with the wallet");
        }
        if (wallet.get().state() != WalletInfo.State.ENROLLED) {
            return refused("wallet-not-enrolled", "the wallet is " + wallet.get().state().name());
        }
        Amount limit = configuration
                .get()
                .tier(wallet.get().tier())
                .map(NetworkConfiguration.Tier::paymentMax)
                .orElse(Amount.ZERO);
        if (order.amount().exceeds(limit)) {
            return refused("payment-limit-exceeded", "the wallet's tier allows " + limit.minorUnits() + " per payment");
        }
        if (order.payee().equals(wallet.get().address())) {
            return refused("payee-is-payer", "a wallet does not pay itself");
        }
        if (order.amount().minorUnits() > free) {
            return refused("insufficient-funds", "the wallet cannot promise this amount");
        }
        return Optional.empty();
    }

    private static Optional<Acceptance.Refused> refused(String code, String explanation) {
        return Optional.of(new Acceptance.Refused(code, explanation));
    }

    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public void onFinal(TransactionId transaction, TransactionStatus status, long block) {
        outgoing.findByTransactionId(transaction.value().toArray()).ifPresent(sent -> {
            sent.finished();
            holdings.release(transaction);
            payments.findByTransactionId(transaction.value().toArray())
                    .ifPresent(payment -> finish(payment, status, block));
        });
    }

    private void finish(Payment payment, TransactionStatus status, long block) {
        if (status.isCommitted()) {
            payment.settled(block, clock.instant());
        } else {
            payment.failed(status.name(), ATTEMPTS_MAX, clock.instant());
        }
        tell(payment);
    }

    private void tell(Payment payment) {
        if (payment.state().isFinal()) {
            outcomes.forEach(listener -> listener.onOutcome(payment.view()));
        }
    }

    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public void onBlock(long block) {
        for (Outgoing expired : outgoing.expiredAt(block)) {
            onFinal(expired.transactionId(), TransactionStatus.ABORTED_EXPIRED, block);
        }
    }

    /// The transaction was refused before it was ordered and will never be: its payment is planned again, or rejected.
    @Transactional
    void refusedByEndorsers(TransactionId transaction, String code, boolean retry) {
        outgoing.findByTransactionId(transaction.value().toArray()).ifPresent(sent -> {
            sent.finished();
            holdings.release(transaction);
            payments.findByTransactionId(transaction.value().toArray())
                    .ifPresent(payment -> {
                        payment.failed(code, retry ? ATTEMPTS_MAX : 1, clock.instant());
                        tell(payment);
                    });
        });
    }

    @Override
    @Transactional(readOnly = true)
    public Optional<PaymentView> byTransaction(String transactionId) {
        return payments.findByTransactionId(java.util.HexFormat.of().parseHex(transactionId))
                .map(Payment::view);
    }

    @Override
    @Transactional(readOnly = true)
    public Optional<PaymentView> payment(UUID id) {
        return payments.findById(id).map(Payment::view);
    }

    @Transactional(readOnly = true)
    public List<PaymentView> byUetr(String uetr) {
        return payments.findByUetrOrderBySeq(uetr).stream().map(Payment::view).toList();
    }

    @Override
    @Transactional(readOnly = true)
    public List<PaymentView> ofFile(UUID file) {
        return payments.findByFileIdOrderByLine(file).stream().map(Payment::view).toList();
    }

    @Transactional(readOnly = true)
    public List<PaymentView> newest(int limit) {
        return payments.newest(Long.MAX_VALUE, Limit.of(limit)).stream()
                .map(Payment::view)
                .toList();
    }

    @Transactional(readOnly = true)
    public Optional<WalletBalance> balanceOf(long wallet) {
        return wallets.wallet(wallet).map(found -> balance(found.number()));
    }

    /// Balance as the API shows it. Pending is what accepted payments will take once they are signed.
    @Transactional(readOnly = true)
    public WalletBalance balance(long wallet) {
        Balance balance = holdings.balance(wallet);
        long pending = payments.acceptedAmount(wallet);
        long promised = pending + payments.submittedAmount(wallet);
        return new WalletBalance(
                balance.total(), balance.total() - promised, pending, promised - pending, balance.block());
    }

    /// Minor units at one block: total = available + pending + locked.
    ///
    /// @param total unspent tokens on the ledger at the block
    /// @param available what can still be promised
    /// @param pending promised to payments that are accepted and not signed yet
    /// @param locked promised to payments that are signed and not final yet
    public record WalletBalance(long total, long available, long pending, long locked, long block) {}
}
