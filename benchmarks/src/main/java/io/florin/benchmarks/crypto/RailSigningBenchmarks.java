package io.florin.benchmarks.crypto;

import io.florin.ledger.fixture.TestCommittee;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import io.florin.ledger.rail.signing.SigningScheme;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// Votes of an instant rail in its three schemes: one authority signs a window, and somebody verifies the window of
/// each authority who has seen none of them before.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RailSigningBenchmarks {
    static final int WINDOW = 64;
    static final int AUTHORITIES = 4;

    /// Bytes of a statement: separator, scope and order id.
    private static final int STATEMENT_BYTES = 88;

    private final List<byte[]> window = window();
    private final Votes naive = new Votes(SigningScheme.NAIVE_ED25519);
    private final Votes merkle = new Votes(SigningScheme.MERKLE_BATCH);
    private final Votes threshold = new Votes(SigningScheme.THRESHOLD_BLS);

    private static List<byte[]> window() {
        List<byte[]> window = new ArrayList<>();
        for (int i = 0; i < WINDOW; i++) {
            window.add(ByteBuffer.allocate(STATEMENT_BYTES).putInt(i).array());
        }
        return window;
    }

    @Benchmark
    @OperationsPerInvocation(WINDOW)
    public List<AuthoritySignature> signNaive() {
        return naive.sign();
    }

    @Benchmark
    @OperationsPerInvocation(WINDOW)
    public List<AuthoritySignature> signMerkle() {
        return merkle.sign();
    }

    @Benchmark
    @OperationsPerInvocation(WINDOW)
    public List<AuthoritySignature> signThreshold() {
        return threshold.sign();
    }

    @Benchmark
    @OperationsPerInvocation(WINDOW)
    public int verifyNaive() {
        return naive.verify();
    }

    @Benchmark
    @OperationsPerInvocation(WINDOW)
    public int verifyMerkle() {
        return merkle.verify();
    }

    @Benchmark
    @OperationsPerInvocation(WINDOW)
    public int verifyThreshold() {
        return threshold.verify();
    }

    /// A committee and its windows.
    private final class Votes {
        private final TestCommittee committee;
        private final List<List<AuthoritySignature>> signed = new ArrayList<>();

        Votes(SigningScheme scheme) {
            this.committee = new TestCommittee(scheme, AUTHORITIES, 1);
            for (int authority = 1; authority <= AUTHORITIES; authority++) {
                signed.add(committee.signer(authority).sign(window));
            }
        }

        List<AuthoritySignature> sign() {
            return committee.signer(1).sign(window);
        }

        /// The number of valid votes.
        int verify() {
            CommitteeVerifier verifier = committee.newVerifier();
            int valid = 0;
            for (int authority = 1; authority <= AUTHORITIES; authority++) {
                valid += verifier.verifyAll(authority, window, signed.get(authority - 1))
                        .cardinality();
            }
            if (valid != AUTHORITIES * WINDOW) {
                throw new IllegalStateException("a good vote does not verify");
            }
            return valid;
        }
    }
}
