package io.florin.benchmarks.crypto;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.rules.ClearTokenRules;
import io.florin.ledger.rules.RulesContext;
import io.florin.ledger.rules.RulesVerdict;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// Payments of the model that hides nothing, two inputs and two outputs of one owner: decided on from their bytes,
/// alone and many after one another.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ClearPaymentBenchmarks {
    private static final long HEIGHT = 10;

    private final List<byte[]> encoded = new ArrayList<>();
    private final ClearTokenRules rules = new ClearTokenRules();
    private final Registry registry;

    /// Everybody is enrolled with the one bank.
    private record Registry(NetworkId network, NetworkConfiguration configuration) implements RulesContext {
        @Override
        public long height() {
            return HEIGHT;
        }

        @Override
        public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
            return Optional.of(new EnrollmentChanged(
                    Bytes32.ZERO, owner, Bytes32.ZERO, 1, TestNetwork.TIER_FULL, true, Standing.ACTIVE));
        }

        @Override
        public Optional<Standing> standing(OwnerKey owner) {
            return Optional.of(Standing.ACTIVE);
        }
    }

    public ClearPaymentBenchmarks() {
        TestNetwork network = new TestNetwork(7);
        registry = new Registry(network.networkId(), network.configuration());
        Ed25519KeyPair payer = network.newKey();
        Ed25519KeyPair payee = network.newKey();
        for (int i = 0; i < PaymentBenchmarks.BATCH; i++) {
            List<TokenReference> inputs = List.of(
                    new TokenReference(new TransactionId(network.newId()), 0, TestNetwork.token(payer, 700)),
                    new TokenReference(new TransactionId(network.newId()), 1, TestNetwork.token(payer, 55)));
            Transfer transfer = network.transfer(
                    network.header(HEIGHT + 100),
                    List.of(payer),
                    inputs,
                    List.of(TestNetwork.token(payee, 300), TestNetwork.token(payer, 455)));
            encoded.add(Submission.of(transfer).encode());
        }
    }

    private boolean decide(int count) {
        List<Submission> submissions =
                encoded.subList(0, count).stream().map(Submission::decode).toList();
        for (RulesVerdict decision : rules.check(submissions, registry)) {
            if (!(decision instanceof RulesVerdict.Accepted)) {
                throw new IllegalStateException("a good payment is refused: " + decision);
            }
        }
        return true;
    }

    @Benchmark
    public boolean verifyClear() {
        return decide(1);
    }

    @Benchmark
    @OperationsPerInvocation(PaymentBenchmarks.BATCH)
    public boolean verifyClearBatch() {
        return decide(PaymentBenchmarks.BATCH);
    }
}
