package io.florin.ordering;

import io.florin.testkit.HouseRules;
import org.junit.jupiter.api.Test;

class HouseRulesTest {

    @Test
    void keepsTheRulesOfTheHouse() {
        HouseRules.check("io.florin.ordering");
    }
}
