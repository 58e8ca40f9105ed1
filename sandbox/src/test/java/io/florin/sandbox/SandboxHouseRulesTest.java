package io.florin.sandbox;

import io.florin.testkit.HouseRules;
import org.junit.jupiter.api.Test;

class SandboxHouseRulesTest {
    @Test
    void keepsTheRulesOfTheHouse() {
        HouseRules.checkLibrary("io.florin.sandbox");
    }
}
