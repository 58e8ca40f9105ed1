package io.florin.instant.authority.adapter;

import static io.florin.instant.authority.adapter.RunningAuthority.get;
import static io.florin.instant.authority.adapter.RunningAuthority.soon;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.instant.account.AccountView;
import io.florin.instant.account.ShardAnswer;
import io.florin.instant.account.ShardTotals;
import io.florin.instant.authority.Standing;
import io.florin.ledger.Amount;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.ConfirmationOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.HeldWindow;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailStatements;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.signing.AuthoritySignature;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Four running authorities with journals, who hear each other unless a test makes one silent.
final class RunningCommittee implements AutoCloseable {
    static final int SIZE = 4;
    private static final int SHARDS = 2;
    private static final ShardLimits LIMITS = new ShardLimits(8192, 8192, Duration.ofMillis(20), 500);

    private final TestRail rail;
    private final Path directory;
    private final Map<Integer, Authority> authorities = new TreeMap<>();
    final List<String> faults = new ArrayList<>();
    final Set<Integer> silent = ConcurrentHashMap.newKeySet();

    RunningCommittee(TestRail rail, Path directory) {
        this.rail = rail;
        this.directory = directory;
        for (int number = 1; number <= SIZE; number++) {
            authorities.put(number, open(number));
        }
        authorities.values().forEach(Authority::start);
        soon().until(() -> authorities.values().stream().allMatch(it -> it.standing() == Standing.SIGNING));
    }

    private Authority open(int number) {
        AuthorityPlan plan = new AuthorityPlan(
                rail.scope(),
                rail.committee(),
                rail.committee().verifier(rail.scope().network(), new Random(number)),
                rail.signer(number),
                number,
                SHARDS,
                directory.resolve("authority-" + number));
        return new Authority(plan, LIMITS, new Others(number), (component, _) -> faults.add(component));
    }

    private final class Others implements OtherAuthorities {
        private final int self;

        Others(int self) {
            this.self = self;
        }

        private Optional<Authority> heard(int authority) {
            return silent.contains(self) || silent.contains(authority)
                    ? Optional.empty()
                    : Optional.ofNullable(authorities.get(authority));
        }

        private void others(BiConsumer<Integer, Authority> told) {
            for (int other = 1; other <= SIZE; other++) {
                int number = other;
                if (number != self) {
                    heard(number).ifPresent(it -> told.accept(number, it));
                }
            }
        }

        @Override
        public void publish(ExecutedWindow window) {
            others((_, it) -> it.window(window));
        }

        @Override
        public void fetchOrder(int authority, Bytes32 orderId, Consumer<TransferCertificate> found) {
            heard(authority).ifPresent(it -> it.certificateOf(orderId, answer -> tell(answer, found)));
        }

        @Override
        public void fetchSequence(
                int authority, RailAccount sender, long sequence, Consumer<TransferCertificate> found) {
            heard(authority).ifPresent(it -> it.certificateOf(sender, sequence, answer -> tell(answer, found)));
        }

        private void tell(ShardAnswer answer, Consumer<TransferCertificate> found) {
            if (answer instanceof ShardAnswer.Found(var certificate)) {
                found.accept(certificate);
            }
        }

        @Override
        public void fetchTransaction(int authority, Bytes32 id, Consumer<OutputCertificate> found) {}

        @Override
        public void fetchWindow(int authority, int shard, long number, Consumer<ExecutedWindow> found) {
            heard(authority)
                    .ifPresent(it -> it.windowOf(shard, number, answer -> {
                        if (answer instanceof ShardAnswer.FoundWindow(var window)) {
                            found.accept(window);
                        }
                    }));
        }

        @Override
        public void askHeld(BiConsumer<Integer, List<HeldWindow>> answered) {
            others((number, it) -> answered.accept(number, it.held(self)));
        }
    }

    Authority authority(int number) {
        return Objects.requireNonNull(authorities.get(number));
    }

    void deposit(Ed25519KeyPair owner, long amount) {
        Bytes32 key = rail.newBytes();
        authorities
                .values()
                .forEach(it -> soon().until(() -> it.deposit(key, TestRail.accountOf(owner), Amount.of(amount))));
    }

    CompletableFuture<ShardAnswer> order(int authority, SignedOrder order) {
        CompletableFuture<ShardAnswer> answer = new CompletableFuture<>();
        authority(authority).order(new OrderRequest(order, CarriedPayments.NONE), answer::complete);
        return answer;
    }

    /// The certificate that these authorities' votes make, if they make one.
    Optional<TransferCertificate> certify(SignedOrder order, List<Integer> asked) {
        Map<Integer, CompletableFuture<ShardAnswer>> answers = new TreeMap<>();
        asked.forEach(authority -> answers.put(authority, order(authority, order)));
        Map<Integer, AuthoritySignature> votes = new TreeMap<>();
        answers.forEach((authority, answer) -> {
            if (get(answer) instanceof ShardAnswer.Voted(var vote)) {
                votes.put(authority, vote.signature());
            }
        });
        return rail.verifier()
                .combine(RailStatements.vote(rail.scope(), order.id()), votes)
                .signature()
                .map(quorum -> new TransferCertificate(order, quorum));
    }

    /// The file that these authorities' effects make, if they make one.
    Optional<FinalPayment> finish(TransferCertificate certificate, List<Integer> asked) {
        Map<Integer, AuthoritySignature> effects = new TreeMap<>();
        for (int authority : asked) {
            CompletableFuture<ShardAnswer> answer = new CompletableFuture<>();
            authority(authority).confirm(new ConfirmationOrder(certificate, CarriedPayments.NONE), answer::complete);
            if (get(answer) instanceof ShardAnswer.Executed(var _, var signed)) {
                effects.put(authority, signed.signature());
            }
        }
        return rail.verifier()
                .combine(RailStatements.effects(rail.scope(), certificate.orderId()), effects)
                .signature()
                .map(quorum -> new FinalPayment(certificate, quorum));
    }

    AccountView view(int authority, Ed25519KeyPair owner) {
        CompletableFuture<AccountView> view = new CompletableFuture<>();
        RailAccount account = TestRail.accountOf(owner);
        authority(authority).look(account, core -> view.complete(core.view(account)));
        return get(view);
    }

    /// Money at an authority less what was deposited, when its shards have told each other everything.
    long unaccounted(int authority) {
        long sum = 0;
        for (int shard = 0; shard < SHARDS; shard++) {
            CompletableFuture<ShardTotals> totals = new CompletableFuture<>();
            authority(authority).look(shard, core -> totals.complete(core.totals()));
            ShardTotals part = get(totals);
            sum += part.balances().minorUnits()
                    + part.pending().minorUnits()
                    + part.left().minorUnits()
                    - part.ahead().minorUnits()
                    - part.deposited().minorUnits();
        }
        return sum;
    }

    /// An authority stops, and another process starts on its disk.
    void restart(int number) {
        authority(number).close();
        authorities.put(number, open(number));
        authority(number).start();
        soon().until(() -> authority(number).standing() == Standing.SIGNING);
    }

    @Override
    public void close() {
        authorities.values().forEach(Authority::close);
    }
}
