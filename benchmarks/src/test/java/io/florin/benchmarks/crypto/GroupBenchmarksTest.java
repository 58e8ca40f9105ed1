package io.florin.benchmarks.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GroupBenchmarksTest {
    private final GroupBenchmarks group = new GroupBenchmarks();

    @Test
    void everyOperationDoesWhatItIsMeasuredFor() {
        assertThat(group.multiply().isIdentity()).isFalse();
        assertThat(group.sum().isIdentity()).isFalse();
        assertThat(group.decode()).isEqualTo(group.subgroup());
        assertThat(group.hash()).isEqualTo(group.hash());
        assertThat(group.pairing()).isTrue();
        assertThat(group.scalar()).isNotEqualTo(group.scalar());
    }
}
