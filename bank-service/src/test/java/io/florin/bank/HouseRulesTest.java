package io.florin.bank;

import io.florin.testkit.HouseRule;
import io.florin.testkit.HouseRules;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

class HouseRulesTest {

    @Test
    void holds() {
        HouseRules.checkBusiness("io.florin.bank");
    }

    @Test
    void whatPlansPaymentsIsACore() {
        HouseRules.check(
                "io.florin.bank.payments",
                EnumSet.of(HouseRule.PURE_CORES, HouseRule.CORES_KNOW_NO_ADAPTER, HouseRule.NO_CLOCK_OR_CHANCE));
    }
}
