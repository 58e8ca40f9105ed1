package io.florin.benchmarks.report;

import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import java.security.MessageDigest;
import java.time.Duration;

/// Speed of one thread of this machine now, so that figures of two machines, or of two hours, can be compared.
///
/// @param sha256MegabytesPerSecond in chunks of 64 KiB
/// @param ed25519VerifiesPerSecond of a message of 100 bytes
public record Calibration(long sha256MegabytesPerSecond, long ed25519VerifiesPerSecond) {
    private static final Duration SPAN = Duration.ofMillis(400);
    private static final int CHUNK = 64 * 1024;
    private static final int CHUNKS_AT_ONCE = 16;
    private static final int VERIFIES_AT_ONCE = 64;
    private static final long BYTES_PER_MEGABYTE = 1_000_000;

    /// Measures for about two seconds, half of them to warm up.
    public static Calibration measure() {
        byte[] chunk = new byte[CHUNK];
        MessageDigest digest = Sha256.newDigest();
        Runnable hashing = () -> {
            for (int i = 0; i < CHUNKS_AT_ONCE; i++) {
                digest.update(chunk);
            }
        };
        byte[] message = new byte[100];
        try (Ed25519KeyPair pair = Ed25519.fromSeed(new byte[Ed25519.SEED_SIZE])) {
            byte[] signature = pair.sign(message).toArray();
            Runnable verifying = () -> {
                for (int i = 0; i < VERIFIES_AT_ONCE; i++) {
                    if (!Ed25519.verify(pair.publicKey(), message, signature)) {
                        throw new IllegalStateException("a good signature does not verify");
                    }
                }
            };
            perSecond(hashing);
            perSecond(verifying);
            double megabytes = perSecond(hashing) * CHUNKS_AT_ONCE * CHUNK / BYTES_PER_MEGABYTE;
            double verifies = perSecond(verifying) * VERIFIES_AT_ONCE;
            return new Calibration(Math.round(megabytes), Math.round(verifies));
        }
    }

    private static double perSecond(Runnable work) {
        long start = System.nanoTime();
        long times = 0;
        long elapsed = 0;
        while (elapsed < SPAN.toNanos()) {
            work.run();
            times++;
            elapsed = System.nanoTime() - start;
        }
        return times * 1e9 / elapsed;
    }
}
