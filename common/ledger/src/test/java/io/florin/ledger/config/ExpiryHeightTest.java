package io.florin.ledger.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.ledger.config.NetworkConfiguration.Limits;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpiryHeightTest {

    /// Whoever sees the last expiry heights learns of a payer the tenth of the range in which it built, and no more.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void everybodyExpiresOnTheSameFewHeights(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            Limits limits = new Limits(1 + random.nextLong(1 + (1L << random.nextInt(20))), 30_000);
            long height = random.nextLong(1L << 40);
            long expiry = limits.expiryHeight(height);
            assertThat(limits.isOnGrid(expiry)).isTrue();
            assertThat(expiry - height).isBetween(Math.max(1, limits.expiryBlocksMax() / 2), limits.expiryBlocksMax());
            assertThat(limits.expiryHeight(expiry - Math.max(1, limits.expiryBlocksMax() / 2)))
                    .isEqualTo(expiry);
        }
    }

    /// Of the demonstration's limits: every payer of a hundred blocks has one expiry height.
    @Test
    void aHundredBlocksShareOneHeight() {
        Limits limits = new Limits(1_000, 30_000);
        for (long height = 701; height <= 800; height++) {
            assertThat(limits.expiryHeight(height)).isEqualTo(1_300);
        }
        assertThat(limits.expiryHeight(700)).isEqualTo(1_200);
        assertThat(limits.isOnGrid(1_250)).isFalse();
    }
}
