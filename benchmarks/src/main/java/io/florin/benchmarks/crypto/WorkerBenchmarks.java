package io.florin.benchmarks.crypto;

import io.florin.certifier.CertifierKeys;
import io.florin.certifier.CommittedOutput;
import io.florin.certifier.Signer;
import io.florin.crypto.Bytes32;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.ps.BlindedToken;
import io.florin.crypto.ps.PsKeyShare;
import io.florin.crypto.ps.TokenBase;
import io.florin.crypto.ps.TokenOpening;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.endorser.endorse.Endorser;
import io.florin.endorser.endorse.RulesRegistry;
import io.florin.endorser.endorse.adapter.CorePool;
import io.florin.endorser.endorse.adapter.EndorseProperties;
import io.florin.endorser.endorse.adapter.EndorsingService;
import io.florin.endorser.protocol.Enrollments;
import io.florin.endorser.protocol.FollowedPosition;
import io.florin.endorser.protocol.LedgerPosition;
import io.florin.endorser.protocol.TransactionStore;
import io.florin.endorser.protocol.Verdict;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Submission;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Holder;
import io.florin.ledger.fixture.TestHiddenEconomy.Paid;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.rules.LedgerRules;
import java.lang.reflect.Proxy;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/// An endorser's own workers with unlinkable payments, and a certifier's with tokens: the service where submissions
/// queue, its pool of threads and the rules; the signer with the threads that it finds. Each waits until all is done,
/// as those do who ask. Payments and tokens are decoded anew before the clock runs, since what is decoded remembers
/// what it found.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class WorkerBenchmarks {
    /// Payments that wait at once: as many batches for each of two workers.
    static final int PAYMENTS = 4 * PaymentBenchmarks.BATCH;

    /// Tokens of a block.
    static final int TOKENS = 128;

    private static final long HEIGHT = 10;

    /// Threads of the pool.
    @Param({"1", "2"})
    public int workers = 1;

    private final List<byte[]> payments = new ArrayList<>();
    private final List<byte[]> tokens = new ArrayList<>();
    private final List<List<Bytes32>> contexts = new ArrayList<>();
    private final NamespaceId namespace;
    private final TransactionId transaction;
    private final TestNetwork network;
    private final CertifierKeys.Key key;
    private List<Submission> submissions = List.of();
    private List<Signer.Order> orders = List.of();
    private Optional<Pools> pools = Optional.empty();

    /// Workers of an endorser and of a certifier.
    private record Pools(CorePool cores, EndorsingService endorsing, ForkJoinPool signers) {}

    /// Nobody but the treasury, which is not needed to pay, is enrolled by a key.
    private static final class Registry implements Enrollments {
        @Override
        public boolean isCurrent(long nowMillis) {
            return true;
        }

        @Override
        public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
            return Optional.empty();
        }

        @Override
        public Optional<Standing> standing(OwnerKey owner) {
            return Optional.empty();
        }

        @Override
        public Optional<CredentialEpoch> credentialEpoch() {
            return Optional.of(new CredentialEpoch(TestHiddenEconomy.EPOCH, 0));
        }
    }

    public WorkerBenchmarks() {
        this(PaymentBenchmarks.BATCH);
    }

    /// @param different payments, which are repeated
    WorkerBenchmarks(int different) {
        TestHiddenEconomy economy = new TestHiddenEconomy(5, PrivacyModel.UNLINKABLE);
        network = economy.network();
        Ed25519KeyPair treasury = network.newKey();
        Holder payer = economy.newHolder();
        Holder payee = economy.newHolder();
        long expiry = network.configuration().limits().expiryHeight(HEIGHT);
        Paid issue = economy.issue(
                network.header(expiry),
                new OwnerKey(treasury.publicKey()),
                new Payee(payer, 700),
                new Payee(payer, 55));
        for (int i = 0; i < different; i++) {
            Paid paid =
                    economy.pay(network.header(expiry), issue.coins(), new Payee(payee, 300), new Payee(payer, 455));
            payments.add(Submission.of(paid.payment()).encode());
        }
        namespace = issue.payment().header().namespace();
        transaction = issue.payment().id();
        Random random = new Random(1);
        for (int i = 0; i < TOKENS; i++) {
            List<Bytes32> context = List.of(Sha256.hash(new byte[] {1, (byte) i}), Sha256.hash(new byte[] {2}));
            contexts.add(context);
            tokens.add(new TokenOpening(
                            Scalar.random(random), Scalar.ofLong(300), Scalar.random(random), Scalar.random(random))
                    .commit(TokenBase.of(context, 0))
                    .encode());
        }
        key = new CertifierKeys.Key(
                1,
                Bytes32.ZERO,
                new PsKeyShare(
                        1,
                        Scalar.random(random),
                        List.of(Scalar.random(random), Scalar.random(random), Scalar.random(random))));
    }

    /// As many threads as said; everything else is as in a service that is told nothing else.
    @Setup
    public void start() {
        EndorseProperties properties = new Binder(
                        new MapConfigurationPropertySource(Map.of("florin.endorser.endorse.threads", workers)))
                .bindOrCreate("florin.endorser.endorse", EndorseProperties.class);
        CorePool cores = new CorePool(properties, "core");
        pools = Optional.of(new Pools(cores, endorsing(cores, properties), new ForkJoinPool(workers)));
    }

    private EndorsingService endorsing(CorePool cores, EndorseProperties properties) {
        RulesRegistry rules =
                new RulesRegistry(LedgerRules.all(new HiddenCurrencies(network.networkId()), new SecureRandom()));
        return new EndorsingService(
                new Endorser(rules),
                network.networkId(),
                new EndorsingService.View(
                        new FollowedPosition(new LedgerPosition(network.configuration(), HEIGHT)),
                        new Registry(),
                        InstantSource.system()),
                noStore(),
                (_, _, _, _) -> {
                    throw new IllegalStateException("nothing is signed here");
                },
                cores,
                properties,
                _ -> {});
    }

    /// To decide on a payment asks nothing of the store.
    private static TransactionStore noStore() {
        return (TransactionStore) Proxy.newProxyInstance(
                TransactionStore.class.getClassLoader(), new Class<?>[] {TransactionStore.class}, (_, method, _) -> {
                    throw new IllegalStateException("the store is asked: " + method.getName());
                });
    }

    @Setup(Level.Invocation)
    public void decode() {
        submissions = IntStream.range(0, PAYMENTS)
                .mapToObj(i -> Submission.decode(payments.get(i % payments.size())))
                .toList();
        orders = IntStream.range(0, TOKENS)
                .mapToObj(i -> new Signer.Order(
                        new CommittedOutput(
                                transaction, 0, namespace, contexts.get(i), BlindedToken.decode(tokens.get(i))),
                        key))
                .toList();
    }

    @TearDown
    public void stop() {
        pools().cores().close();
        pools().signers().close();
        pools = Optional.empty();
    }

    private Pools pools() {
        return pools.orElseThrow();
    }

    @Benchmark
    @OperationsPerInvocation(PAYMENTS)
    public int verify() {
        int accepted = 0;
        for (Verdict verdict : pools().endorsing().check(submissions, 0)) {
            if (!(verdict instanceof Verdict.Accepted)) {
                throw new IllegalStateException("a good payment is refused: " + verdict);
            }
            accepted++;
        }
        return accepted;
    }

    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public Signer.Signatures certify() {
        Signer.Signatures signatures =
                pools().signers().submit(() -> Signer.sign(orders)).join();
        if (signatures.signed().size() != TOKENS) {
            throw new IllegalStateException(signatures.refused().size() + " good tokens are refused");
        }
        return signatures;
    }
}
