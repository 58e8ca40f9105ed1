package io.florin.benchmarks.crypto;

import io.florin.crypto.Bytes32;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.ps.BlindedToken;
import io.florin.crypto.ps.CertificationShare;
import io.florin.crypto.ps.Certifier;
import io.florin.crypto.ps.PsKeyShare;
import io.florin.crypto.ps.TokenBase;
import io.florin.crypto.ps.TokenOpening;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// Work of one certifier for one token of a committed transaction, without its database.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CertificationBenchmarks {
    private final List<Bytes32> context = List.of(Sha256.hash(new byte[] {1}), Sha256.hash(new byte[] {2}));
    private final Certifier certifier;
    private final byte[] token;

    public CertificationBenchmarks() {
        Random random = new Random(1);
        certifier = new Certifier(
                new PsKeyShare(
                        1,
                        Scalar.random(random),
                        List.of(Scalar.random(random), Scalar.random(random), Scalar.random(random))),
                (_, _) -> true);
        token = new TokenOpening(
                        Scalar.random(random), Scalar.ofLong(300), Scalar.random(random), Scalar.random(random))
                .commit(TokenBase.of(context, 0))
                .encode();
    }

    @Benchmark
    public CertificationShare certify() {
        return certifier.certify(context, 0, BlindedToken.decode(token)).orElseThrow();
    }
}
