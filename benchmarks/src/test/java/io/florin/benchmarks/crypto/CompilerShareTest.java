package io.florin.benchmarks.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CompilerShareTest {
    @Test
    void isThePartOfTheTimeSinceItsBeginning() {
        AtomicLong compiledMillis = new AtomicLong(5_000);
        AtomicLong nanos = new AtomicLong(7);
        CompilerShare share = new CompilerShare(compiledMillis::get, nanos::get);
        assertThat(share.percent()).isZero();

        nanos.addAndGet(2_000_000_000L);
        assertThat(share.percent()).isZero();
        compiledMillis.addAndGet(60);
        assertThat(share.percent()).isEqualTo(3);
        compiledMillis.addAndGet(3_940);
        assertThat(share.percent()).isEqualTo(200);
    }

    @Test
    void isKnownOfThisJvm() {
        assertThat(CompilerShare.ofThisJvm().percent()).isNotNegative();
    }
}
