package io.florin.crypto.batch;

import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.random.RandomGenerator;

/// Draws the weights of a complete batch: SHA-256 in counter mode under a seed that is the hash of 32 random bytes and
/// of every term of every equation, responses included. So they are unpredictable if the generator is, and depend on
/// the whole batch even where it is not.
final class Weights {
    private static final byte[] SEED = "FLORIN-V1-BATCH-SEED".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] WEIGHT = "FLORIN-V1-BATCH-WEIGHT".getBytes(StandardCharsets.US_ASCII);
    private static final int SIZE = 16;
    private static final int RANDOM_SIZE = 32;
    private static final int POINT_SIZE = 96;

    private final byte[] seed;
    private long counter;

    private Weights(byte[] seed) {
        this.seed = seed;
    }

    /// Sets the weight of every equation.
    static void draw(List<VerificationBatch.Item> items, RandomGenerator random) {
        Weights weights = new Weights(seed(items, random));
        for (VerificationBatch.Item item : items) {
            for (VerificationBatch.Equation equation : item.sums()) {
                equation.setWeight(weights.next());
            }
            for (VerificationBatch.PairingEquation equation : item.pairings()) {
                equation.setWeight(weights.next());
            }
        }
    }

    private Scalar next() {
        byte[] number = ByteBuffer.allocate(Long.BYTES).putLong(counter++).array();
        return Scalar.weight(Sha256.digest(WEIGHT, seed, number), 0);
    }

    private static byte[] seed(List<VerificationBatch.Item> items, RandomGenerator random) {
        byte[] fresh = new byte[RANDOM_SIZE];
        random.nextBytes(fresh);
        MessageDigest digest = Sha256.newDigest();
        digest.update(SEED);
        digest.update(fresh);
        number(digest, items.size());
        for (VerificationBatch.Item item : items) {
            number(digest, item.sums().size());
            number(digest, item.pairings().size());
            item.sums().forEach(equation -> absorb(digest, equation));
            item.pairings().forEach(equation -> absorb(digest, equation));
        }
        return digest.digest();
    }

    private static void absorb(MessageDigest digest, VerificationBatch.Equation equation) {
        number(digest, equation.scalars().size());
        number(digest, equation.fixed().size());
        byte[] term = new byte[Scalar.SIZE + POINT_SIZE];
        for (int i = 0; i < equation.scalars().size(); i++) {
            equation.scalars().get(i).copyFormInto(term, 0);
            equation.points().get(i).copyInto(term, Scalar.SIZE);
            digest.update(term);
        }
        for (VerificationBatch.FixedTerms terms : equation.fixed()) {
            number(digest, terms.from());
            number(digest, terms.scalars().size());
            for (Scalar scalar : terms.scalars()) {
                scalar.copyFormInto(term, 0);
                digest.update(term, 0, Scalar.SIZE);
            }
        }
    }

    private static void absorb(MessageDigest digest, VerificationBatch.PairingEquation equation) {
        number(digest, equation.terms().size());
        byte[] term = new byte[Scalar.SIZE + POINT_SIZE];
        for (VerificationBatch.PairingTerm pairing : equation.terms()) {
            pairing.scalar().copyFormInto(term, 0);
            pairing.point().copyInto(term, Scalar.SIZE);
            digest.update(term);
            number(digest, pairing.constant().hashCode());
        }
    }

    private static void number(MessageDigest digest, int value) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
    }
}
