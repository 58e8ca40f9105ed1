package io.florin.crypto.threshold;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/// Bytes without end from a seed: SHA-512(domain ‖ seed ‖ 0), SHA-512(domain ‖ seed ‖ 1), …
///
/// A dealer draws everything random in a dealing from one seed, so that by publishing the seed it proves, or
/// disproves, that it dealt honestly. Owned by one thread; closing erases.
public final class SeedStream implements RandomGenerator, AutoCloseable {
    /// Bytes in a seed.
    public static final int SEED_SIZE = 32;

    private static final byte[] DOMAIN = "florin/seed-stream/1".getBytes(StandardCharsets.US_ASCII);

    private final byte[] seed;
    private byte[] block = new byte[0];
    private int used;
    private long counter;

    /// @throws IllegalArgumentException unless the seed, which is copied, has 32 bytes
    public SeedStream(byte[] seed) {
        if (seed.length != SEED_SIZE) {
            throw new IllegalArgumentException("a seed has 32 bytes, not " + seed.length);
        }
        this.seed = seed.clone();
    }

    @Override
    public void nextBytes(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (used == block.length) {
                Arrays.fill(block, (byte) 0);
                block = nextBlock();
                used = 0;
            }
            bytes[i] = block[used++];
        }
    }

    @Override
    public long nextLong() {
        byte[] bytes = new byte[Long.BYTES];
        nextBytes(bytes);
        return ByteBuffer.wrap(bytes).getLong();
    }

    private byte[] nextBlock() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-512");
            digest.update(DOMAIN);
            digest.update(seed);
            digest.update(ByteBuffer.allocate(Long.BYTES).putLong(counter++).array());
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-512", e);
        }
    }

    @Override
    public void close() {
        Arrays.fill(seed, (byte) 0);
        Arrays.fill(block, (byte) 0);
    }
}
