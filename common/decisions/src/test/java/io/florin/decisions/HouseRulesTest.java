package io.florin.decisions;

import io.florin.testkit.HouseRules;
import org.junit.jupiter.api.Test;

class HouseRulesTest {

    @Test
    void holds() {
        HouseRules.checkLibrary("io.florin.decisions");
    }
}
