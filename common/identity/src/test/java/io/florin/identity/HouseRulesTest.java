package io.florin.identity;

import io.florin.testkit.HouseRules;
import org.junit.jupiter.api.Test;

class HouseRulesTest {

    @Test
    void holds() {
        HouseRules.checkLibrary("io.florin.identity");
    }
}
