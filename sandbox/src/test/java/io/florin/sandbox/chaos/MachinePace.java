package io.florin.sandbox.chaos;

import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/// Speed of one thread of this machine as benchmarks print it beside a figure: verifications of Ed25519 a second. A
/// time is told as the machine would have needed it that bars are of (`docs/figures.md`): such a machine verifies
/// 39,800.
final class MachinePace {
    private static final long OF_BARS = 39_800;
    private static final Duration SPAN = Duration.ofMillis(400);
    private static final int AT_ONCE = 64;

    private final List<Long> seen = new ArrayList<>();

    /// Measures for 0.4 s, after as long to warm up.
    void look() {
        byte[] message = new byte[100];
        try (Ed25519KeyPair pair = Ed25519.fromSeed(new byte[Ed25519.SEED_SIZE])) {
            byte[] signature = pair.sign(message).toArray();
            Runnable verifying = () -> {
                for (int i = 0; i < AT_ONCE; i++) {
                    if (!Ed25519.verify(pair.publicKey(), message, signature)) {
                        throw new IllegalStateException("a good signature does not verify");
                    }
                }
            };
            perSecond(verifying);
            saw(perSecond(verifying) * AT_ONCE);
        }
    }

    void saw(long verificationsPerSecond) {
        seen.add(verificationsPerSecond);
    }

    private static long perSecond(Runnable work) {
        long start = System.nanoTime();
        long times = 0;
        long elapsed = 0;
        while (elapsed < SPAN.toNanos()) {
            work.run();
            times++;
            elapsed = System.nanoTime() - start;
        }
        return times * 1_000_000_000L / elapsed;
    }

    /// Time that the machine of the bars needs for what took so long here, by the slowest look: other work that is
    /// there at one of them was probably there between them, too.
    Duration scaled(Duration took) {
        return took.multipliedBy(Collections.min(seen)).dividedBy(OF_BARS);
    }

    /// One line that says both.
    String beside(Duration took) {
        return String.format(
                Locale.ROOT,
                "%d s beside %s verifications/s, scaled %d s",
                took.toSeconds(),
                seen,
                scaled(took).toSeconds());
    }
}
