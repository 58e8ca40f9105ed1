package io.florin.benchmarks.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RailSigningBenchmarksTest {
    private final RailSigningBenchmarks rail = new RailSigningBenchmarks();

    @Test
    void everyWindowIsSignedAndVerified() {
        assertThat(rail.signNaive()).hasSize(RailSigningBenchmarks.WINDOW);
        assertThat(rail.signMerkle()).hasSize(RailSigningBenchmarks.WINDOW);
        assertThat(rail.signThreshold()).hasSize(RailSigningBenchmarks.WINDOW);
        int votes = RailSigningBenchmarks.AUTHORITIES * RailSigningBenchmarks.WINDOW;
        assertThat(rail.verifyNaive()).isEqualTo(votes);
        assertThat(rail.verifyMerkle()).isEqualTo(votes);
        assertThat(rail.verifyThreshold()).isEqualTo(votes);
    }
}
