package io.florin.ordering.batcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BatcherTest {
    private static final long SPACING = 5;
    private static final long WAIT = 10;
    private final Batcher batcher = new Batcher(new Batcher.Limits(2, 100, 150, 5, SPACING, WAIT));

    @Test
    void doesNotWaitForCompanyWhileNothingIsUnderWay() {
        add(1, 10, 0);
        assertThat(cut(0).orElseThrow().entries()).hasSize(1);
    }

    @Test
    void waitsForCompanyWhileABatchIsUnderWayAndThenCuts() {
        add(0, 10, 0);
        cut(0);
        add(1, 10, 0);
        assertThat(cut(WAIT - 1)).isEmpty();
        add(2, 10, WAIT - 1);
        assertThat(cut(WAIT).orElseThrow().entries()).hasSize(2);
    }

    /// Bundles that come right behind a block share the next one, whichever parties cut them.
    @Test
    void cutsWhatGatheredAWhileAfterTheBlock() {
        add(0, 10, 0);
        cut(0);
        add(1, 10, 1);
        batcher.ordered(List.of(digest(0)), 2);
        assertThat(cut(2)).isEmpty();
        add(2, 10, 3);
        assertThat(cut(2 + SPACING - 1)).isEmpty();
        assertThat(cut(2 + SPACING).orElseThrow().entries()).hasSize(2);
    }

    /// A batch that took 8 ms counts for a quarter, and blocks have a fifth of the time.
    @Test
    void restsForFourTimesWhatBatchesTookLately() {
        Batcher slow = new Batcher(new Batcher.Limits(2, 100, 150, 5, 1, 1_000));
        slow.add(digest(0), Bytes.of(content(0, 10)), 0);
        slow.cut(0, digest -> true);
        slow.ordered(List.of(digest(0)), 8);
        slow.add(digest(1), Bytes.of(content(1, 10)), 8);
        assertThat(slow.cut(8 + 7, digest -> true)).isEmpty();
        assertThat(slow.cut(8 + 8, digest -> true)).isPresent();
        slow.ordered(List.of(digest(1)), 16 + 8);
        slow.add(digest(2), Bytes.of(content(2, 10)), 24);
        assertThat(slow.cut(24 + 11, digest -> true)).isEmpty();
        assertThat(slow.cut(24 + 12, digest -> true)).isPresent();
    }

    @Test
    void restsNoLongerThanABundleWaitsForCompany() {
        add(0, 10, 0);
        cut(0);
        batcher.ordered(List.of(digest(0)), 1_000);
        add(1, 10, 1_000);
        assertThat(cut(1_000 + WAIT - 1)).isEmpty();
        assertThat(cut(1_000 + WAIT)).isPresent();
        batcher.ordered(List.of(digest(1)), 1_010);
        add(2, 10, 1_010 + WAIT);
        assertThat(cut(1_010 + WAIT)).isPresent();
    }

    @Test
    void waitsBehindABlockOfOthersTooButNoLongerThanForCompany() {
        batcher.ordered(List.of(digest(7)), 100);
        add(1, 10, 100);
        batcher.ordered(List.of(digest(8)), 100 + SPACING - 1);
        batcher.ordered(List.of(digest(9)), 100 + WAIT - 1);
        assertThat(cut(100 + WAIT - 1)).isEmpty();
        assertThat(cut(100 + WAIT).orElseThrow().entries()).hasSize(1);
    }

    @Test
    void cutsAtOnceWhenEnoughBytesWait() {
        add(1, 60, 0);
        add(2, 60, 0);
        add(3, 60, 0);
        assertThat(cut(0).orElseThrow().entries()).hasSize(2);
        assertThat(cut(0)).isEmpty();
    }

    @Test
    void takesABundleLongerThanABatchAlone() {
        add(1, 200, 0);
        add(2, 10, 0);
        assertThat(cut(0).orElseThrow().entries()).hasSize(1);
    }

    @Test
    void takesNoMoreThanTheNumberOfBundles() {
        for (int i = 0; i < 7; i++) {
            add(i, 1, 0);
        }
        assertThat(cut(0).orElseThrow().entries()).hasSize(5);
    }

    @Test
    void aSecondBundleOfTheConfigurationNamespaceTakesTheNextBatch() {
        batcher.add(digest(1), Bytes.of(new byte[] {1, 0, 0, 1}), 0);
        add(2, 10, 0);
        batcher.add(digest(3), Bytes.of(new byte[] {1, 0, 0, 3}), 0);
        add(4, 10, 0);
        assertThat(cut(0).orElseThrow().entries()).hasSize(2);
        assertThat(cut(WAIT).orElseThrow().entries()).hasSize(2);
    }

    @Test
    void keepsOneBatchPerLaneUnderWayUntilBlocksCarryAllOfIt() {
        add(1, 100, 0);
        add(2, 100, 1);
        add(3, 100, 2);
        add(4, 100, 2);
        assertThat(cut(2).orElseThrow().lane()).isZero();
        assertThat(cut(2).orElseThrow().lane()).isEqualTo(1);
        assertThat(cut(2)).isEmpty();
        assertThat(batcher.oldestMillis()).isEqualTo(2);
        batcher.ordered(List.of(digest(1)), 3);
        Batcher.Cut next = cut(3).orElseThrow();
        assertThat(next.lane()).isZero();
        assertThat(next.sequence()).isEqualTo(1);
        assertThat(batcher.underWay()).isEqualTo(2);
    }

    @Test
    void leavesOutWhatABlockCarriesMeanwhile() {
        add(1, 100, 0);
        add(2, 100, 0);
        Optional<Batcher.Cut> cut = batcher.cut(0, digest -> digest.equals(digest(2)));
        assertThat(cut.orElseThrow().entries()).containsExactly(Bytes.of(content(2, 100)));
        assertThat(batcher.queued()).isZero();
    }

    @Test
    void startsOverWithHigherNumbers() {
        add(1, 100, 0);
        long before = cut(0).orElseThrow().sequence();
        add(2, 100, 0);
        batcher.startOver();
        assertThat(batcher.oldestMillis()).isNegative();
        assertThat(batcher.queued()).isZero();
        add(1, 100, 5);
        assertThat(cut(5).orElseThrow().sequence()).isGreaterThan(before);
    }

    private Optional<Batcher.Cut> cut(long nowMillis) {
        return batcher.cut(nowMillis, digest -> true);
    }

    private void add(int seed, int size, long nowMillis) {
        batcher.add(digest(seed), Bytes.of(content(seed, size)), nowMillis);
    }

    private static byte[] content(int seed, int size) {
        byte[] content = new byte[size];
        content[0] = (byte) seed;
        if (size > 2) {
            content[2] = 1; // a namespace other than that of the configuration
        }
        return content;
    }

    private static Bytes32 digest(int seed) {
        return Sha256.hash(new byte[] {(byte) seed});
    }
}
