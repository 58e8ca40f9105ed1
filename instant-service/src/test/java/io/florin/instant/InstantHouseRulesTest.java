package io.florin.instant;

import io.florin.testkit.HouseRules;
import org.junit.jupiter.api.Test;

final class InstantHouseRulesTest {

    @Test
    void keepsTheRulesOfTheHouse() {
        HouseRules.check("io.florin.instant");
    }
}
