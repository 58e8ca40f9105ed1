package io.florin.benchmarks.crypto;

import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.G2;
import io.florin.crypto.group.PairingProduct;
import io.florin.crypto.group.PreparedG2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.group.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// The building blocks of all proofs: operations in G1, sums of products, pairings and scalars.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class GroupBenchmarks {

    /// Terms of the sum of products.
    static final int TERMS = 256;

    private static final String TAG = "FLORIN-V1-BENCH";

    private final List<Scalar> scalars = new ArrayList<>();
    private final List<G1> points = new ArrayList<>();
    private final byte[] compressed;
    private final CurvePoint unchecked;
    private final PreparedG2 key;
    private final G1 signature;
    private Scalar product;

    public GroupBenchmarks() {
        Random random = new Random(1);
        for (int i = 0; i < TERMS; i++) {
            scalars.add(Scalar.random(random));
            points.add(G1.hashTo(new byte[] {(byte) i}, TAG));
        }
        compressed = points.getFirst().encode();
        unchecked = CurvePoint.decode(compressed);
        key = PreparedG2.of(G2.generator().multiply(scalars.getFirst()));
        signature = points.getFirst().multiply(scalars.getFirst());
        product = scalars.getLast();
    }

    @Benchmark
    public G1 multiply() {
        return points.getFirst().multiply(scalars.getFirst());
    }

    @Benchmark
    public G1 sum() {
        Terms terms = new Terms(TERMS);
        for (int i = 0; i < TERMS; i++) {
            terms.add(scalars.get(i), points.get(i));
        }
        return terms.sum();
    }

    @Benchmark
    public CurvePoint decode() {
        return CurvePoint.decode(compressed);
    }

    @Benchmark
    public G1 subgroup() {
        return unchecked.toGroup();
    }

    @Benchmark
    public G1 hash() {
        return G1.hashTo(compressed, TAG);
    }

    @Benchmark
    public boolean pairing() {
        boolean one = new PairingProduct()
                .add(points.getFirst(), key)
                .add(signature.negate(), PreparedG2.generator())
                .isOne();
        if (!one) {
            throw new IllegalStateException("a good signature does not verify");
        }
        return true;
    }

    @Benchmark
    public Scalar scalar() {
        product = product.multiply(scalars.getFirst());
        return product;
    }
}
