package io.florin.auditmember;

import io.florin.testkit.HouseRules;
import org.junit.jupiter.api.Test;

class HouseRulesTest {

    @Test
    void holds() {
        HouseRules.check("io.florin.auditmember");
    }
}
