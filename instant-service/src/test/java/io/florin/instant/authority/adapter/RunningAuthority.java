package io.florin.instant.authority.adapter;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.instant.account.AccountShard;
import io.florin.instant.account.AccountView;
import io.florin.instant.account.ShardAnswer;
import io.florin.instant.account.ShardTotals;
import io.florin.instant.authority.Standing;
import io.florin.ledger.Amount;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.ConfirmationOrder;
import io.florin.ledger.rail.ExecutedOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.HeldWindow;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.ledger.rail.signing.AuthoritySigner;
import io.florin.ledger.rail.signing.SigningScheme;
import io.florin.testkit.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.awaitility.core.ConditionFactory;

/// Authority 1 of a committee of four, whose others say what a test lets them say.
final class RunningAuthority implements AutoCloseable {
    static final ShardLimits LIMITS = new ShardLimits(64, 64, Duration.ofMillis(20), 1_000);

    private final TestRail rail;
    private final AuthorityPlan plan;
    final CountingSigner signer;
    private final Map<Integer, Long> windows = new TreeMap<>();
    final List<String> faults = Collections.synchronizedList(new ArrayList<>());
    final Others others = new Others();
    final Authority authority;

    /// The other three, who hold nothing if nothing else is said.
    static final class Others implements OtherAuthorities {
        final Map<Integer, List<HeldWindow>> held =
                new ConcurrentSkipListMap<>(Map.of(2, List.of(), 3, List.of(), 4, List.of()));
        final AtomicInteger rounds = new AtomicInteger();
        final List<ExecutedWindow> published = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void publish(ExecutedWindow window) {
            published.add(window);
        }

        @Override
        public void fetchOrder(int authority, Bytes32 orderId, Consumer<TransferCertificate> found) {}

        @Override
        public void fetchSequence(
                int authority, RailAccount sender, long sequence, Consumer<TransferCertificate> found) {
            rounds.incrementAndGet(); // each asks once, where one account waits
        }

        @Override
        public void fetchTransaction(int authority, Bytes32 id, Consumer<OutputCertificate> found) {}

        @Override
        public void fetchWindow(int authority, int shard, long number, Consumer<ExecutedWindow> found) {}

        @Override
        public void askHeld(BiConsumer<Integer, List<HeldWindow>> answered) {
            held.forEach(answered);
        }
    }

    RunningAuthority(TestRail rail, int shards, Path directory) {
        this(rail, shards, directory, LIMITS);
    }

    RunningAuthority(TestRail rail, int shards, Path directory, ShardLimits limits) {
        this.rail = rail;
        this.signer = new CountingSigner();
        this.plan = plan(rail, shards, directory, signer);
        this.authority = new Authority(plan, limits, others, (component, _) -> faults.add(component));
    }

    RunningAuthority(TestRail rail, int shards, Path directory, ShardJournals journals) {
        this.rail = rail;
        this.signer = new CountingSigner();
        this.plan = plan(rail, shards, directory, signer);
        this.authority = new Authority(plan, LIMITS, others, (component, _) -> faults.add(component), journals);
    }

    private static AuthorityPlan plan(TestRail rail, int shards, Path directory, AuthoritySigner signer) {
        return new AuthorityPlan(rail.scope(), rail.committee(), rail.verifier(), signer, 1, shards, directory);
    }

    /// The authority's key, which counts what it has signed.
    final class CountingSigner implements AuthoritySigner {
        private final AuthoritySigner key = rail.signer(1);
        final AtomicInteger statements = new AtomicInteger();

        @Override
        public SigningScheme scheme() {
            return key.scheme();
        }

        @Override
        public List<AuthoritySignature> sign(List<byte[]> some) {
            statements.addAndGet(some.size());
            return key.sign(some);
        }

        @Override
        public void close() {
            // the rail has it
        }
    }

    RunningAuthority start() {
        authority.start();
        return this;
    }

    RunningAuthority startAndSign() {
        start();
        soon().until(() -> authority.standing() == Standing.SIGNING);
        return this;
    }

    void deposit(Bytes32 key, Ed25519KeyPair owner, long amount) {
        authority.deposit(key, TestRail.accountOf(owner), Amount.of(amount));
    }

    CompletableFuture<ShardAnswer> order(SignedOrder order) {
        CompletableFuture<ShardAnswer> answer = new CompletableFuture<>();
        authority.order(new OrderRequest(order, CarriedPayments.NONE), answer::complete);
        return answer;
    }

    CompletableFuture<ShardAnswer> confirm(TransferCertificate certificate) {
        CompletableFuture<ShardAnswer> answer = new CompletableFuture<>();
        authority.confirm(new ConfirmationOrder(certificate, CarriedPayments.NONE), answer::complete);
        return answer;
    }

    /// Another authority says in its next window that it executed the order.
    void windowOf(int by, SignedOrder order) {
        List<ExecutedOrder> executed = List.of(ExecutedOrder.of(order.order()));
        long number = windows.merge(by, 1L, Long::sum) - 1;
        byte[] statement = ExecutedWindow.statement(rail.scope(), by, 0, number, executed);
        authority.window(new ExecutedWindow(rail.scope(), by, 0, number, executed, rail.sign(by, statement)));
    }

    AccountView view(Ed25519KeyPair owner) {
        RailAccount account = TestRail.accountOf(owner);
        CompletableFuture<AccountView> view = new CompletableFuture<>();
        authority.look(account, core -> view.complete(core.view(account)));
        return get(view);
    }

    long balance(Ed25519KeyPair owner) {
        return view(owner).balance().minorUnits();
    }

    int shardOf(Ed25519KeyPair owner) {
        return plan.place(0).shardOf(TestRail.accountOf(owner));
    }

    List<Bytes32> hashes() {
        List<Bytes32> all = new ArrayList<>();
        for (int shard = 0; shard < plan.shards(); shard++) {
            CompletableFuture<Bytes32> hash = new CompletableFuture<>();
            authority.look(shard, core -> hash.complete(core.stateHash()));
            all.add(get(hash));
        }
        return all;
    }

    /// Balances and pending credits of all shards, less what was deposited.
    long unaccounted() {
        long sum = 0;
        for (int shard = 0; shard < plan.shards(); shard++) {
            CompletableFuture<ShardTotals> part = new CompletableFuture<>();
            authority.look(shard, core -> part.complete(core.totals()));
            ShardTotals totals = get(part);
            sum += totals.balances().minorUnits()
                    + totals.pending().minorUnits()
                    + totals.left().minorUnits()
                    - totals.ahead().minorUnits()
                    - totals.deposited().minorUnits();
        }
        return sum;
    }

    /// Whether no shard keeps a notice for another.
    boolean isAllAcknowledged() {
        for (int from = 0; from < plan.shards(); from++) {
            int other = plan.shards() - 1 - from;
            CompletableFuture<Boolean> none = new CompletableFuture<>();
            authority.look(from, core -> none.complete(core.keptNotices(other).isEmpty()));
            if (!get(none)) {
                return false;
            }
        }
        return true;
    }

    static ConditionFactory soon() {
        return await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .atMost(Patience.LIMIT);
    }

    /// Holds a shard's thread until the future is done.
    void hold(Ed25519KeyPair owner, CompletableFuture<Void> until) {
        CompletableFuture<AccountShard> held = new CompletableFuture<>();
        authority.look(TestRail.accountOf(owner), core -> {
            held.complete(core);
            until.join();
        });
        get(held);
    }

    static <T> T get(CompletableFuture<T> future) {
        try {
            return future.get(Patience.LIMIT.toSeconds(), SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException failed) {
            throw new AssertionError("no answer", failed);
        }
    }

    @Override
    public void close() {
        authority.close();
    }
}
