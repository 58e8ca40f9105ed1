package io.florin.endorser;

import io.florin.testkit.HouseRules;
import org.junit.jupiter.api.Test;

class HouseRulesTest {

    @Test
    void keepsTheRulesOfTheHouse() {
        HouseRules.check("io.florin.endorser");
    }
}
