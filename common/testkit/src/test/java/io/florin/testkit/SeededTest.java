package io.florin.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SeededTest {

    private final Set<Long> seen = new HashSet<>();

    @Seeded(repeat = 7)
    void everyRunGetsASeedOfItsOwn(long seed) {
        assertThat(seed).isNotNegative();
        assertThat(seen.add(seed)).isTrue();
        assertThat(seen).hasSizeLessThanOrEqualTo(7);
    }

    @Test
    void drawsAsManySeedsAsAsked() {
        assertThat(SeedSource.seeds(50, "").distinct()).hasSize(50);
    }

    @Test
    void replaysOnlyTheSeedThatIsNamed() {
        assertThat(SeedSource.seeds(50, " -42 ").boxed()).containsExactly(-42L);
    }

    @Test
    void refusesToRunNothing() {
        assertThatThrownBy(() -> SeedSource.seeds(0, "")).hasMessageContaining("at least 1");
    }

    @Test
    void refusesASeedThatIsNoNumber() {
        assertThatThrownBy(() -> LongStream.concat(SeedSource.seeds(1, "abc"), LongStream.empty()))
                .isInstanceOf(NumberFormatException.class);
    }
}
