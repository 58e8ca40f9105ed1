package io.florin.bank.deposits;

import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentOrder.Purpose;
import io.florin.bank.protocol.PaymentOutcome;
import io.florin.bank.protocol.PaymentOutcomeListener;
import io.florin.bank.protocol.PaymentService;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.PaymentView;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.ledger.Amount;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.InstantSource;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/// Deposits and their exchange into digital currency. Funding debits the deposit when it is accepted and gives it back
/// if the payment is rejected; defunding credits it when the payment has settled. Each booking of a payment happens
/// once: it shares the database transaction of the payment's step, and a key makes a second one impossible.
public class Deposits implements PaymentOutcomeListener {

    private static final long BALANCE_MAX = 1_000_000_000_000_000_000L;
    private static final String FUNDING = "FUNDING";
    private static final String FUNDING_RETURNED = "FUNDING_RETURNED";
    private static final String DEFUNDING = "DEFUNDING";

    private final JdbcClient jdbc;
    private final WalletBook wallets;
    private final Holdings holdings;
    private final LedgerAccess ledger;
    private final InstantSource clock;

    Deposits(JdbcClient jdbc, WalletBook wallets, Holdings holdings, LedgerAccess ledger, InstantSource clock) {
        this.jdbc = jdbc;
        this.wallets = wallets;
        this.holdings = holdings;
        this.ledger = ledger;
        this.clock = clock;
    }

    /// @return minor units; 0 for a customer without a deposit
    /// @throws io.florin.runtime.http.ProblemException 404 when there is no such customer
    @Transactional(readOnly = true)
    public long balance(UUID customer) {
        return jdbc.sql("""
            select coalesce(d.balance, 0) from customer c left join deposit_account d on d.customer_id = c.id
            where c.id = ?
            """)
                .param(customer)
                .query(Long.class)
                .optional()
                .orElseThrow(() -> ApiProblems.unknown("customer"));
    }

    /// The customer pays money in over the counter.
    @Transactional
    public long payIn(UUID customer, Amount amount) {
        long before = balance(customer);
        if (amount.minorUnits() > BALANCE_MAX - before) {
            throw ApiProblems.refused("deposit-too-large", "a deposit cannot hold so much");
        }
        book(customer, amount.minorUnits(), "PAID_IN", null);
        return balance(customer);
    }

    /// Deposit → wallet: the treasury pays the wallet.
    @Transactional
    public PaymentView fund(PaymentService payments, long wallet, Amount amount, String traceId) {
        WalletInfo info = customersWallet(wallet);
        UUID customer = Objects.requireNonNull(info.customer());
        if (info.state() != WalletInfo.State.ENROLLED) {
            throw ApiProblems.refused(
                    "wallet-not-enrolled", "the wallet is " + info.state().name());
        }
        checkHolding(info, amount);
        if (amount.minorUnits() > held(customer)) {
            throw ApiProblems.refused("insufficient-deposit", "the deposit does not cover the amount");
        }
        PaymentView payment = ApiProblems.accepted(
                payments.accept(order(WalletInfo.TREASURY, info, info, amount, Purpose.FUND), traceId));
        book(customer, -amount.minorUnits(), FUNDING, payment.id());
        return payment;
    }

    /// The deposit's balance, held until the transaction ends.
    private long held(UUID customer) {
        return jdbc.sql("select balance from deposit_account where customer_id = ? for update")
                .param(customer)
                .query(Long.class)
                .optional()
                .orElse(0L);
    }

    private void checkHolding(WalletInfo wallet, Amount amount) {
        long after = Math.addExact(holdings.funds(wallet.number()).total(), amount.minorUnits());
        boolean within = ledger.configuration()
                .tier(wallet.tier())
                .map(tier -> !Amount.of(after).exceeds(wallet.share().of(tier.holdingMax())))
                .orElse(false);
        if (!within) {
            throw ApiProblems.refused(
                    "holding-limit-exceeded", "the wallet's share of its tier's limit does not allow to hold so much");
        }
    }

    /// Wallet → deposit: the wallet pays the treasury.
    @Transactional
    public PaymentView defund(PaymentService payments, long wallet, Amount amount, String traceId) {
        WalletInfo info = customersWallet(wallet);
        WalletInfo treasury = wallets.wallet(WalletInfo.TREASURY).orElseThrow();
        return ApiProblems.accepted(payments.accept(order(wallet, treasury, info, amount, Purpose.DEFUND), traceId));
    }

    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public void onOutcome(PaymentOutcome payment) {
        boolean settled = payment.state() == PaymentState.SETTLED;
        switch (Purpose.valueOf(payment.purpose())) {
            case FUND -> {
                if (!settled) {
                    book(customerOf(payment.payeeAccount()), payment.amount(), FUNDING_RETURNED, payment.id());
                }
            }
            case DEFUND -> {
                if (settled) {
                    WalletInfo info = wallets.wallet(payment.wallet()).orElseThrow();
                    book(Objects.requireNonNull(info.customer()), payment.amount(), DEFUNDING, payment.id());
                }
            }
            case PAYMENT -> {}
        }
    }

    private UUID customerOf(String iban) {
        return Objects.requireNonNull(wallets.byIban(iban).orElseThrow().customer());
    }

    private WalletInfo customersWallet(long number) {
        WalletInfo info = wallets.wallet(number).orElseThrow(() -> ApiProblems.unknown("wallet"));
        if (info.lacksHolder()) {
            throw ApiProblems.refused("holder-not-known", "nobody has said yet whose this rebuilt wallet is");
        }
        if (info.customer() == null) {
            throw ApiProblems.refused("treasury-wallet", "the treasury has no deposit");
        }
        return info;
    }

    private static PaymentOrder order(
            long payer, WalletInfo payee, WalletInfo account, Amount amount, Purpose purpose) {
        return new PaymentOrder(
                payer,
                payee.payTo(),
                account.holder(),
                account.iban(),
                amount,
                "",
                "",
                purpose == Purpose.FUND ? "Funding" : "Defunding",
                purpose,
                null,
                null);
    }

    private void book(UUID customer, long amount, String kind, @Nullable UUID payment) {
        if (amount < 0) {
            jdbc.sql("update deposit_account set balance = balance + ? where customer_id = ?")
                    .params(amount, customer)
                    .update();
        } else {
            jdbc.sql("""
                insert into deposit_account (customer_id, balance) values (?, ?)
                on conflict (customer_id) do update set balance = deposit_account.balance + excluded.balance
                """).params(customer, amount).update();
        }
        jdbc.sql("""
            insert into deposit_entry (id, customer_id, amount, kind, payment_id, booked_at)
            values (nextval('deposit_entry_id'), :customer, :amount, :kind, :payment, :at)
            """)
                .param("customer", customer)
                .param("amount", amount)
                .param("kind", kind)
                .param("payment", payment, Types.OTHER)
                .param("at", Timestamp.from(clock.instant()))
                .update();
    }
}
