package io.florin.centralbank;

import io.florin.testkit.HouseRules;
import org.junit.jupiter.api.Test;

class HouseRulesTest {

    @Test
    void keepsTheRulesOfTheHouse() {
        HouseRules.checkBusiness("io.florin.centralbank");
    }
}
