package io.florin.benchmarks.crypto;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Holder;
import io.florin.ledger.fixture.TestHiddenEconomy.Paid;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.rules.Decision;
import io.florin.ledger.rules.HiddenTokenRules;
import io.florin.ledger.rules.RulesContext;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// What a worker of an endorser does with a batch of unlinkable payments, from their bytes to the decision: the rules
/// with the proof. And what a certifier's does with a token. Workers share the rules and the source of randomness.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class WorkerBenchmarks {
    private static final long HEIGHT = 10;

    private final List<byte[]> encoded = new ArrayList<>();
    private final HiddenTokenRules rules;
    private final Registry registry;
    private final CertificationBenchmarks certification = new CertificationBenchmarks();

    /// Nobody but the treasury, which is not needed to pay, is enrolled by a key.
    private record Registry(NetworkId network, NetworkConfiguration configuration) implements RulesContext {
        @Override
        public long height() {
            return HEIGHT;
        }

        @Override
        public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
            return Optional.empty();
        }

        @Override
        public Set<Long> credentialEpochs() {
            return Set.of(TestHiddenEconomy.EPOCH);
        }

        @Override
        public Optional<Standing> standing(OwnerKey owner) {
            return Optional.empty();
        }
    }

    public WorkerBenchmarks() {
        TestHiddenEconomy economy = new TestHiddenEconomy(5, PrivacyModel.UNLINKABLE);
        TestNetwork network = economy.network();
        registry = new Registry(network.networkId(), network.configuration());
        rules = new HiddenTokenRules(
                PrivacyModel.UNLINKABLE, new HiddenCurrencies(network.networkId()), new SecureRandom());
        Ed25519KeyPair treasury = network.newKey();
        Holder payer = economy.newHolder();
        Holder payee = economy.newHolder();
        Paid issue = economy.issue(
                network.header(HEIGHT + 100),
                new OwnerKey(treasury.publicKey()),
                new Payee(payer, 700),
                new Payee(payer, 55));
        for (int i = 0; i < PaymentBenchmarks.BATCH; i++) {
            Paid paid = economy.pay(
                    network.header(HEIGHT + 100), issue.coins(), new Payee(payee, 300), new Payee(payer, 455));
            encoded.add(Submission.of(paid.payment()).encode());
        }
    }

    @Benchmark
    @OperationsPerInvocation(PaymentBenchmarks.BATCH)
    public boolean verify() {
        List<Submission> submissions = encoded.stream().map(Submission::decode).toList();
        for (Decision decision : rules.check(submissions, registry)) {
            if (!(decision instanceof Decision.Accepted)) {
                throw new IllegalStateException("a good payment is refused: " + decision);
            }
        }
        return true;
    }

    @Benchmark
    public Object certify() {
        return certification.certify();
    }
}
