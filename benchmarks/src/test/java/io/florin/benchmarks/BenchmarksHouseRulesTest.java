package io.florin.benchmarks;

import io.florin.testkit.HouseRules;
import org.junit.jupiter.api.Test;

class BenchmarksHouseRulesTest {
    @Test
    void keepsTheRulesOfTheHouse() {
        HouseRules.checkLibrary("io.florin.benchmarks");
    }
}
