package io.florin.auditor;

import io.florin.testkit.HouseRules;
import org.junit.jupiter.api.Test;

class HouseRulesTest {

    @Test
    void auditorKeepsTheRulesOfTheHouse() {
        HouseRules.check("io.florin.auditor");
    }
}
