package io.florin.sandbox.rail;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.Amount;
import io.florin.ledger.client.RailDeposit;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.FinalProof;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.demo.Await;
import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.demo.EconomySeeder;
import io.florin.sandbox.economy.DemoEconomy;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.run.OneJvm;
import io.florin.sandbox.run.SandboxException;
import io.florin.wallet.payment.PaymentBuilder;
import io.florin.wallet.payment.RailBuilder;
import io.florin.wallet.tokens.TokenSelector;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/// People who hold the keys of their wallets pay each other on the rail: they bring money there, pay, and some take
/// money back to the ledger. A quarter of the payments is made while the last authority is stopped. Every payment is
/// final before its payer makes the next one, and its payee keeps the file. One customer signs two orders for one
/// sequence, is locked, and pays again after a rescue.
public final class RailRun {
    /// Payments of a demo.
    public static final int PAYMENTS = 1_000;

    /// Money that each wallet brings, in minor units, if it has twice as much.
    private static final long DEPOSIT = 20_000;

    private static final int QUARTERS = 4;
    private static final int AT_ONCE = 8;
    private static final int EXPIRY_BLOCKS = 200;
    private static final int EVERY_THIRD = 3;
    private static final String SIGNING = "SIGNING";

    private final SandboxPlan plan;
    private final DemoClients clients;
    private final OneJvm sandbox;
    private final Consumer<String> progress;
    private final long seed;
    private final Map<Peer, RailConnection> banks = new HashMap<>();
    private final LedgerEntrance ledger;
    private final List<Payer> payers;

    /// Figures of a run, amounts in minor units.
    ///
    /// @param millis of the payments, without the rescue
    /// @param rescued milliseconds from the evidence of two orders until the account paid again
    public record Result(int wallets, long deposited, int payments, long withdrawn, long millis, long rescued) {
        public String summary() {
            return String.format(
                    Locale.ROOT,
                    "%d wallets brought %s FLN, %d payments final in %.1f s, one authority away for a quarter of them,"
                            + " two orders for one sequence rescued in %.1f s, %s FLN taken back to the ledger",
                    wallets,
                    EconomySeeder.money(deposited),
                    payments,
                    millis / 1000.0,
                    rescued / 1000.0,
                    EconomySeeder.money(withdrawn));
        }
    }

    /// A wallet and its own book.
    private static final class Payer {
        private final RailWallet wallet;
        private final Random random;
        private final List<FinalPayment> paid = new ArrayList<>();
        private long sequence;
        private long has;

        Payer(RailWallet wallet, Random random) {
            this.wallet = wallet;
            this.random = random;
        }
    }

    /// @param sandbox whose last authority is stopped and started again
    /// @param progress told a line per step
    public RailRun(
            SandboxPlan plan, DemoClients clients, DemoEconomy economy, OneJvm sandbox, Consumer<String> progress) {
        this.plan = plan;
        this.clients = clients;
        this.sandbox = sandbox;
        this.progress = progress;
        this.seed = economy.seed();
        try (RailConnection any = RailConnection.of(plan, new Peer(NodeRole.BANK, 1))) {
            this.ledger = new LedgerEntrance(clients, any.rail().id());
        }
        Random draws = new Random(seed);
        this.payers = RailWallet.of(economy, ledger.network()).stream()
                .map(wallet -> new Payer(wallet, new Random(draws.nextLong())))
                .toList();
        if (payers.size() < 2) {
            throw new SandboxException("nobody to pay: of these people fewer than two hold the keys of their wallets");
        }
    }

    /// Pays, and keeps the files of all payments in the data directory.
    public Result run(int payments) {
        try {
            for (Payer payer : payers) {
                banks.computeIfAbsent(payer.wallet.bank(), bank -> RailConnection.of(plan, bank));
            }
            awaitAllSign();
            together(payers.stream()
                    .<Runnable>map(payer -> () -> learnSequence(payer))
                    .toList());
            together(
                    payers.stream().<Runnable>map(payer -> () -> deposit(payer)).toList());
            long deposited = payers.stream().mapToLong(payer -> payer.has).sum();
            progress.accept(payers.size() + " wallets brought " + EconomySeeder.money(deposited) + " FLN");
            Times times = payInQuarters(payments);
            long withdrawn = withdraw();
            awaitAllSign();
            List<FinalPayment> all =
                    payers.stream().flatMap(payer -> payer.paid.stream()).toList();
            new FinalPayments(plan.dataDirectory()).write(all);
            return new Result(payers.size(), deposited, payments, withdrawn, times.paying(), times.rescued());
        } finally {
            banks.values().forEach(RailConnection::close);
            banks.clear();
        }
    }

    private List<Peer> authorities() {
        return plan.topology().nodes(NodeRole.INSTANT);
    }

    private void awaitAllSign() {
        authorities()
                .forEach(authority -> Await.until(
                        authority.directoryName() + " to sign",
                        Await.PATIENCE,
                        () -> clients.rail(authority).rail().standing().equals(SIGNING)));
    }

    private RailConnection connection(Payer payer) {
        return Objects.requireNonNull(banks.get(payer.wallet.bank()));
    }

    /// Orders of an earlier run that ended half-way stand.
    private void learnSequence(Payer payer) {
        for (Peer authority : authorities()) {
            long next = connection(payer)
                    .account(authority.id(), payer.wallet.account(), 0)
                    .nextSequence();
            payer.sequence = Math.max(payer.sequence, next);
        }
    }

    // ---- from the ledger

    private void deposit(Payer payer) {
        List<TokenReference> tokens = ledger.tokensOf(payer.wallet.owner());
        long amount = Math.min(DEPOSIT, TokenSelector.sum(tokens).minorUnits() / 2);
        List<TokenReference> inputs = TokenSelector.select(tokens, Amount.of(amount))
                .orElseThrow(() -> new SandboxException(payer.wallet.person() + " has too many small tokens"));
        RailDeposit deposit = new PaymentBuilder(payer.wallet, ledger.view(), new SecureRandom())
                .deposit(inputs, ledger.rail(), payer.wallet.owner(), Amount.of(amount));
        ledger.settle(deposit);
        for (Peer authority : authorities()) {
            Await.until(
                    "the deposit of " + payer.wallet.person() + " at " + authority.directoryName(),
                    Await.PATIENCE,
                    () -> clients.rail(authority).deposit(deposit.id().toHex()).credited());
        }
        payer.has = amount;
    }

    // ---- on the rail

    /// In milliseconds.
    private record Times(long paying, long rescued) {}

    /// With a rescue before the last quarter, in which the rescued account pays again.
    private Times payInQuarters(int payments) {
        long paying = 0;
        long rescued = 0;
        String last = authorities().getLast().directoryName();
        for (int quarter = 0; quarter < QUARTERS; quarter++) {
            int upTo = payments * (quarter + 1) / QUARTERS;
            int round = upTo - payments * quarter / QUARTERS;
            long begin = System.nanoTime();
            if (quarter == 1) {
                payWithout(last, round);
            } else {
                payRound(round);
            }
            paying += (System.nanoTime() - begin) / 1_000_000;
            progress.accept(upTo + " of " + payments + " payments are final");
            if (quarter == QUARTERS - 2) {
                rescued = orderTwice(payers.getFirst(), payers.getLast());
            }
        }
        return new Times(paying, rescued);
    }

    /// The same money for two payees, and the way out of the lock.
    private long orderTwice(Payer payer, Payer payee) {
        SignedOrder one = order(payer, new RailRecipient.OnRail(payee.wallet.account()), payer.has);
        SignedOrder other = order(payer, new RailRecipient.OnLedger(payer.wallet.owner()), payer.has);
        long millis = new DoubleOrder(connection(payer), ledger, authorities()).rescued(one, other);
        payer.sequence++;
        progress.accept(payer.wallet.person() + " signed two orders for one sequence and is rescued");
        return millis;
    }

    /// The authority comes back whatever becomes of the payments.
    private void payWithout(String authority, int payments) {
        sandbox.stop(authority);
        progress.accept(authority + " is stopped");
        try {
            payRound(payments);
        } finally {
            sandbox.start(authority);
            progress.accept(authority + " is back");
        }
    }

    /// Everybody pays as many; what was received in earlier rounds is spent, too.
    private void payRound(int payments) {
        List<Runnable> rounds = new ArrayList<>();
        Map<RailAccount, Payer> byAccount = new TreeMap<>();
        Map<RailAccount, Integer> before = new TreeMap<>();
        for (int place = 0; place < payers.size(); place++) {
            Payer payer = payers.get(place);
            int own = payments * (place + 1) / payers.size() - payments * place / payers.size();
            rounds.add(() -> payOften(payer, own));
            byAccount.put(payer.wallet.account(), payer);
            before.put(payer.wallet.account(), payer.paid.size());
        }
        together(rounds);
        byAccount.forEach((account, payer) -> payer.paid.stream()
                .skip(Objects.requireNonNull(before.get(account)))
                .map(FinalPayment::order)
                .forEach(order -> {
                    if (order.recipient() instanceof RailRecipient.OnRail(RailAccount payee)) {
                        Objects.requireNonNull(byAccount.get(payee)).has +=
                                order.amount().minorUnits();
                    }
                }));
    }

    private void payOften(Payer payer, int payments) {
        for (int left = payments; left > 0; left--) {
            Payer payee;
            do {
                payee = payers.get(payer.random.nextInt(payers.size()));
            } while (payee == payer);
            long amount = 1 + payer.random.nextLong(Math.max(1, payer.has / (2L * left)));
            pay(payer, new RailRecipient.OnRail(payee.wallet.account()), amount);
        }
    }

    private SignedOrder order(Payer payer, RailRecipient recipient, long amount) {
        String invoice = "demo " + seed + " " + payer.wallet.person() + " " + payer.sequence;
        return payer.wallet.order(
                connection(payer).scope(),
                recipient,
                amount,
                payer.sequence,
                ledger.height() + EXPIRY_BLOCKS,
                Bytes32.of(Sha256.digest(invoice.getBytes(StandardCharsets.UTF_8))));
    }

    private FinalPayment pay(Payer payer, RailRecipient recipient, long amount) {
        FinalPayment payment = connection(payer).pay(order(payer, recipient, amount), CarriedPayments.NONE);
        payer.sequence++;
        payer.has -= amount;
        payer.paid.add(payment);
        return payment;
    }

    // ---- to the ledger

    /// Every third wallet takes half of its money back.
    ///
    /// @return minor units
    private long withdraw() {
        List<Payer> leaving = new ArrayList<>();
        for (int place = 0; place < payers.size(); place += EVERY_THIRD) {
            leaving.add(payers.get(place));
        }
        long[] amounts = leaving.stream().mapToLong(payer -> payer.has / 2).toArray();
        List<Runnable> withdrawals = new ArrayList<>();
        for (int place = 0; place < amounts.length; place++) {
            Payer payer = leaving.get(place);
            long amount = amounts[place];
            withdrawals.add(() -> {
                FinalPayment payment = pay(payer, new RailRecipient.OnLedger(payer.wallet.owner()), amount);
                ledger.settle(
                        new RailBuilder(ledger.view(), new SecureRandom()).withdraw(new FinalProof.OfAccount(payment)));
            });
        }
        together(withdrawals);
        return LongStream.of(amounts).sum();
    }

    private static void together(Collection<Runnable> tasks) {
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Future<?>> running = new ArrayList<>();
            tasks.forEach(task -> running.add(threads.submit(task)));
            for (Future<?> one : running) {
                one.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxException("interrupted on the rail", e);
        } catch (ExecutionException e) {
            throw new SandboxException("paying on the rail failed: " + e.getMessage(), e);
        }
    }
}
