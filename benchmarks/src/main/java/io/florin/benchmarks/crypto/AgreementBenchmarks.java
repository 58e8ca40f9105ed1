package io.florin.benchmarks.crypto;

import io.florin.crypto.seal.X25519Engine;
import io.florin.crypto.seal.X25519KeyPair;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// One X25519 agreement, as a note costs it that is sealed or tried, by the engine of this JVM and by the one in Java.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class AgreementBenchmarks {
    private final byte[] scalar = new byte[X25519Engine.SIZE];
    private final byte[] publicKey;
    private final byte[] theirs;
    private final byte[] secret = new byte[X25519Engine.SIZE];

    public AgreementBenchmarks() {
        Random random = new Random(1);
        random.nextBytes(scalar);
        byte[] other = new byte[X25519Engine.SIZE];
        random.nextBytes(other);
        try (X25519KeyPair own = X25519KeyPair.fromSeed(scalar);
                X25519KeyPair their = X25519KeyPair.fromSeed(other)) {
            publicKey = own.publicKey().toArray();
            theirs = their.publicKey().toArray();
        }
        if (!Arrays.equals(agree(X25519Engine.current()).clone(), agree(X25519Engine.inJava()))) {
            throw new IllegalStateException("two engines, two secrets");
        }
    }

    /// The engine that [#agree()] measures, by name.
    static String engine() {
        return X25519Engine.current().name();
    }

    @Benchmark
    public byte[] agree() {
        return agree(X25519Engine.current());
    }

    @Benchmark
    public byte[] agreeInJava() {
        return agree(X25519Engine.inJava());
    }

    private byte[] agree(X25519Engine engine) {
        if (!engine.agree(scalar, publicKey, theirs, 0, secret)) {
            throw new IllegalStateException("a good key is refused");
        }
        return secret;
    }
}
