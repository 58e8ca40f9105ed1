package io.florin.benchmarks.crypto;

import io.florin.crypto.Bytes32;
import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.ps.PresentationForm;
import io.florin.crypto.ps.PsMessage;
import io.florin.crypto.ps.PsPublicKey;
import io.florin.crypto.ps.PsSignature;
import io.florin.crypto.ps.TokenBase;
import io.florin.crypto.transcript.ProofTranscript;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// One certified token shown by itself in both forms from the same signature: proven, verified from the bytes alone,
/// and in batches of showings that differ.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PresentationBenchmarks {
    /// Showings in a batch.
    static final int BATCH = 32;

    private final SecureRandom random = new SecureRandom();
    private final PsPublicKey key;
    private final PsMessage message;
    private final PsSignature signature;
    private final Map<PresentationForm, List<byte[]>> shown = new EnumMap<>(PresentationForm.class);

    public PresentationBenchmarks() {
        Random seeded = new Random(1);
        Scalar x = Scalar.random(seeded);
        List<Scalar> y = List.of(Scalar.random(seeded), Scalar.random(seeded), Scalar.random(seeded));
        key = PsPublicKey.of(
                G2.generator().multiply(x),
                y.stream().map(G2.generator()::multiply).toList(),
                y.stream().map(Generators.BLINDING::multiply).toList());
        TokenBase base = TokenBase.of(List.of(Sha256.hash(new byte[] {1})), 0);
        List<Scalar> signed = List.of(Scalar.random(seeded), Scalar.ofLong(300), base.seed());
        message = new PsMessage(signed.get(0), signed.get(1), signed.get(2));
        signature = new PsSignature(base.point(), base.point().multiply(x.add(Scalar.sumOfProducts(y, signed))));
        for (PresentationForm form : PresentationForm.values()) {
            List<byte[]> proofs = new ArrayList<>();
            while (proofs.size() < BATCH) {
                proofs.add(show(form));
            }
            shown.put(form, proofs);
        }
    }

    private static ProofTranscript transcript() {
        return ProofTranscript.of("benchmark", Bytes32.ZERO);
    }

    private byte[] show(PresentationForm form) {
        return form.prove(key, signature, message, transcript(), random);
    }

    private boolean verify(PresentationForm form, int count) {
        VerificationBatch batch = new VerificationBatch();
        for (byte[] proof : shown.getOrDefault(form, List.of()).subList(0, count)) {
            form.verify(key, proof, transcript(), batch.item());
        }
        if (!batch.verify(random).allValid()) {
            throw new IllegalStateException("a good showing does not verify");
        }
        return true;
    }

    @Benchmark
    public byte[] showSeparated() {
        return show(PresentationForm.SEPARATED);
    }

    @Benchmark
    public byte[] showTextbook() {
        return show(PresentationForm.TEXTBOOK);
    }

    @Benchmark
    public boolean verifySeparated() {
        return verify(PresentationForm.SEPARATED, 1);
    }

    @Benchmark
    public boolean verifyTextbook() {
        return verify(PresentationForm.TEXTBOOK, 1);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public boolean verifySeparatedBatch() {
        return verify(PresentationForm.SEPARATED, BATCH);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public boolean verifyTextbookBatch() {
        return verify(PresentationForm.TEXTBOOK, BATCH);
    }
}
