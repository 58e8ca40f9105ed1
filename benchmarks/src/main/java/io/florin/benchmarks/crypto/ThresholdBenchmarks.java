package io.florin.benchmarks.crypto;

import io.florin.crypto.bls.Bls;
import io.florin.crypto.bls.BlsPublicKey;
import io.florin.crypto.bls.BlsSignature;
import io.florin.crypto.threshold.SignatureShare;
import io.florin.crypto.threshold.ThresholdBls;
import io.florin.ledger.fixture.DealtKeys;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// Threshold signatures of single messages: making a share, combining three, and checking a batch under one key.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ThresholdBenchmarks {

    /// Messages in a batch.
    static final int BATCH = 64;

    /// Of how many endorsers all must sign.
    static final int THRESHOLD = 3;

    private final DealtKeys keys = DealtKeys.deal(THRESHOLD, THRESHOLD, new Random(1));
    private final BlsPublicKey groupKey = keys.groupKey();
    private final List<byte[]> messages = new ArrayList<>();
    private final List<BlsSignature> signatures = new ArrayList<>();
    private final List<byte[]> encoded;
    private final List<SignatureShare> shares;
    private final SecureRandom random = new SecureRandom();

    public ThresholdBenchmarks() {
        for (int i = 0; i < BATCH; i++) {
            byte[] message = ByteBuffer.allocate(100).putInt(i).array();
            messages.add(message);
            signatures.add(ThresholdBls.combine(THRESHOLD, shares(message)));
        }
        encoded = signatures.stream().map(BlsSignature::toArray).toList();
        shares = shares(messages.getFirst());
    }

    private List<SignatureShare> shares(byte[] message) {
        return keys.shares().stream()
                .map(share -> ThresholdBls.signShare(share, message))
                .toList();
    }

    @Benchmark
    public SignatureShare signShare() {
        return ThresholdBls.signShare(keys.shares().getFirst(), messages.getFirst());
    }

    @Benchmark
    public BlsSignature aggregate() {
        return ThresholdBls.combine(THRESHOLD, shares);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public boolean verifyBatch() {
        return verify(signatures);
    }

    /// A committer's work on a block: it reads each signature and checks that it is of the group, too.
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public boolean verifyEncodedBatch() {
        List<BlsSignature> decoded = new ArrayList<>(BATCH);
        for (byte[] each : encoded) {
            decoded.add(BlsSignature.decode(each));
        }
        return verify(decoded);
    }

    private boolean verify(List<BlsSignature> batch) {
        if (!Bls.verifyBatchSameKey(groupKey, messages, batch, random)) {
            throw new IllegalStateException("a good batch does not verify");
        }
        return true;
    }
}
