package io.florin.bank;

import io.florin.testkit.HouseRules;
import org.junit.jupiter.api.Test;

class HouseRulesTest {

    @Test
    void holds() {
        HouseRules.checkBusiness("io.florin.bank");
    }
}
