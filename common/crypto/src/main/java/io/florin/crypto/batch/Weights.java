package io.florin.crypto.batch;

import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.group.ScalarVector;
import io.florin.crypto.hash.Sha256;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.random.RandomGenerator;

/// Draws the weights of a complete batch: SHA-256 in counter mode under a seed that is the hash of 32 random bytes and
/// of every term of every equation, responses included. So they are unpredictable if the generator is, and depend on
/// the whole batch even where it is not.
///
/// Each point is hashed once, with its handle's place; terms name handles.
final class Weights {
    private static final byte[] SEED = "FLORIN-V1-BATCH-SEED".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] WEIGHT = "FLORIN-V1-BATCH-WEIGHT".getBytes(StandardCharsets.US_ASCII);
    private static final int RANDOM_SIZE = 32;
    private static final int HASH_SIZE = 32;
    private static final int CHUNK = 4096;
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final MessageDigest digest = Sha256.newDigest();
    private final byte[] chunk = new byte[CHUNK];
    private int filled;

    private Weights() {}

    /// A weight for every equation.
    static ScalarVector draw(VerificationBatch batch, RandomGenerator random) {
        Weights weights = new Weights();
        return weights.draw(weights.seed(batch, random), batch.equations());
    }

    private ScalarVector draw(byte[] seed, int count) {
        ScalarVector drawn = new ScalarVector(count);
        byte[] number = new byte[Long.BYTES];
        byte[] hash = new byte[HASH_SIZE];
        for (int i = 0; i < count; i++) {
            digest.update(WEIGHT);
            digest.update(seed);
            LONGS.set(number, 0, (long) i);
            digest.update(number);
            finish(hash);
            drawn.setWeight(i, hash, 0);
        }
        return drawn;
    }

    private void finish(byte[] hash) {
        try {
            digest.digest(hash, 0, HASH_SIZE);
        } catch (DigestException e) {
            throw new IllegalStateException("a hash has 32 bytes", e);
        }
    }

    private byte[] seed(VerificationBatch batch, RandomGenerator random) {
        byte[] fresh = new byte[RANDOM_SIZE];
        random.nextBytes(fresh);
        digest.update(SEED);
        digest.update(fresh);
        number(batch.size());
        number(batch.equations());
        for (int equation = 0; equation < batch.equations(); equation++) {
            number(batch.owner(equation));
        }
        absorb(batch.points());
        absorb(batch.sums());
        absorb(batch.pairings());
        for (int term = 0; term < batch.pairings().size(); term++) {
            number(batch.constant(term).hashCode());
        }
        number(batch.fixed().size());
        for (VerificationBatch.FixedTerms terms : batch.fixed()) {
            number(terms.equation());
            number(terms.bases());
            number(terms.from());
            number(terms.scalars().size());
            absorb(terms.scalars(), terms.scalars().size());
        }
        flush();
        byte[] seed = new byte[HASH_SIZE];
        finish(seed);
        return seed;
    }

    private void absorb(PointBuffer points) {
        number(points.size());
        for (int handle = 0; handle < points.size(); handle++) {
            points.copyInto(handle, chunk, room(CurvePoint.UNCOMPRESSED_SIZE));
        }
    }

    private void absorb(TermLog log) {
        number(log.size());
        absorb(log.coefficients(), log.size());
        for (int term = 0; term < log.size(); term++) {
            number(log.handle(term));
            number(log.equation(term));
        }
    }

    private void absorb(ScalarVector scalars, int count) {
        for (int i = 0; i < count; i++) {
            scalars.copyFormInto(i, chunk, room(Scalar.SIZE));
        }
    }

    private void number(int value) {
        INTS.set(chunk, room(Integer.BYTES), value);
    }

    /// Position of the next bytes in the chunk.
    private int room(int size) {
        if (filled + size > CHUNK) {
            flush();
        }
        filled += size;
        return filled - size;
    }

    private void flush() {
        digest.update(chunk, 0, filled);
        filled = 0;
    }
}
