package io.florin.crypto.batch;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.PreparedG2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.group.ScalarVector;
import java.lang.management.ManagementFactory;
import java.util.Random;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/// Pitfall 30: between the bytes of a proof and the one sum no object is made for a point or a term. What a batch
/// allocates beyond its flat arrays does not grow with their number.
class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /// Points of the smaller batch: so many that every array is just full.
    private static final int POINTS = 512;

    /// Coordinates, the reference to an object that is not there, the coefficients' sum and the term of the one sum.
    private static final int POINT_BYTES = 96 + 2 * 4 + 32 + 128;

    /// Coefficient, handle, equation; arrays that double allocate twice what they come to hold.
    private static final int TERM_BYTES = 2 * (32 + 4 + 4);

    /// Less than the smallest object, and more than bits and references of chunks take.
    private static final int TOLERANCE = 6;

    private static final byte[] POINT =
            G1.hashTo(new byte[] {1}, "FLORIN-V1-TEST").encodeUncompressed();

    private final Random random = new Random(5);

    @Test
    void aPointCostsItsPlaceInFlatArraysOnly() {
        assertThat(perUnit(this::verifyPoints))
                .isBetween((double) POINT_BYTES, POINT_BYTES + TERM_BYTES + (double) TOLERANCE);
    }

    @Test
    void aTermOfAPointMetBeforeCostsItsPlaceInFlatArraysOnly() {
        assertThat(perUnit(this::verifyTerms)).isBetween((double) TERM_BYTES / 2, TERM_BYTES + (double) TOLERANCE);
    }

    /// A weight for each equation, and which item it belongs to.
    @Test
    void anEquationCostsItsPlaceInFlatArraysOnly() {
        assertThat(perUnit(this::verifyEquations))
                .isBetween(32.0 + TERM_BYTES / 2, 32 + 2 * 4 + TERM_BYTES + (double) TOLERANCE);
    }

    @Test
    void aPairingTermCostsItsPlaceInFlatArraysOnly() {
        // coordinates and scalar in the sum that meets the constant, which doubles too; the constant's number
        assertThat(perUnit(this::verifyPairings))
                .isBetween((double) TERM_BYTES / 2, 2 * 128 + 2 * 4 + TERM_BYTES + (double) TOLERANCE);
    }

    /// Bytes for each of the units by which a batch of twice as many is larger.
    private static double perUnit(IntConsumer verification) {
        for (int i = 0; i < 3; i++) {
            verification.accept(2 * POINTS); // classes are loaded and linked
        }
        return (allocated(verification, 2 * POINTS) - allocated(verification, POINTS)) / (double) POINTS;
    }

    /// The least of some runs: whatever else the JVM does on this thread comes on top.
    private static long allocated(IntConsumer verification, int count) {
        long least = Long.MAX_VALUE;
        for (int run = 0; run < 3; run++) {
            long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().threadId());
            verification.accept(count);
            least = Math.min(
                    least,
                    THREADS.getThreadAllocatedBytes(Thread.currentThread().threadId()) - before);
        }
        return least;
    }

    private static ScalarVector opposite() {
        Scalar scalar = Scalar.ofLong(7);
        return new ScalarVector(2).set(0, scalar).set(1, scalar.negate());
    }

    /// Every second one takes away what the one before added.
    private void verifyPoints(int count) {
        VerificationBatch batch = new VerificationBatch();
        VerificationBatch.Item item = batch.item();
        ScalarVector opposite = opposite();
        VerificationBatch.Equation equation = item.equation();
        for (int i = 0; i < count; i++) {
            equation.add(opposite, i & 1, item.points().decode(POINT, 0, POINT.length));
        }
        settle(batch);
    }

    private void verifyTerms(int count) {
        VerificationBatch batch = new VerificationBatch();
        VerificationBatch.Item item = batch.item();
        ScalarVector opposite = opposite();
        int handle = item.points().decode(POINT, 0, POINT.length);
        VerificationBatch.Equation equation = item.equation();
        for (int i = 0; i < count; i++) {
            equation.add(opposite, i & 1, handle);
        }
        settle(batch);
    }

    private void verifyEquations(int count) {
        VerificationBatch batch = new VerificationBatch();
        VerificationBatch.Item item = batch.item();
        ScalarVector zero = new ScalarVector(1);
        int handle = item.points().decode(POINT, 0, POINT.length);
        VerificationBatch.Equation equation = item.equation().add(zero, 0, handle);
        for (int i = 1; i < count; i++) {
            equation.next().add(zero, 0, handle);
        }
        settle(batch);
    }

    private void verifyPairings(int count) {
        VerificationBatch batch = new VerificationBatch();
        VerificationBatch.Item item = batch.item();
        int handle = item.points().decode(POINT, 0, POINT.length);
        Scalar minusOne = Scalar.ONE.negate();
        VerificationBatch.PairingEquation equation = item.pairingEquation();
        for (int i = 0; i < count; i++) {
            equation.add((i & 1) == 0 ? Scalar.ONE : minusOne, handle, PreparedG2.generator());
        }
        settle(batch);
    }

    private void settle(VerificationBatch batch) {
        assertThat(batch.verify(random).allValid()).isTrue();
    }
}
