package io.florin.simulation;

import io.florin.testkit.HouseRules;
import org.junit.jupiter.api.Test;

final class SimulationHouseRulesTest {
    @Test
    void keepsTheRulesOfTheHouse() {
        HouseRules.checkLibrary("io.florin.simulation");
    }
}
