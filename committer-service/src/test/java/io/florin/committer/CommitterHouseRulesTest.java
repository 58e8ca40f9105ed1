package io.florin.committer;

import io.florin.testkit.HouseRules;
import org.junit.jupiter.api.Test;

final class CommitterHouseRulesTest {

    @Test
    void keepsTheRulesOfTheHouse() {
        HouseRules.check("io.florin.committer");
    }
}
