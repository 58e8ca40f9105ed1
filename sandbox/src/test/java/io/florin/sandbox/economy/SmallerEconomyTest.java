package io.florin.sandbox.economy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class SmallerEconomyTest {
    @Test
    void keepsPayrollAndWithdrawalsInProportion() {
        DemoEconomy whole = DemoEconomyGenerator.generate(42, LocalDate.of(2026, 11, 30));
        DemoEconomy small = SmallerEconomy.of(whole, 40, 6);
        assertThat(small.people()).hasSize(40);
        assertThat(small.shops()).hasSize(6).contains(whole.employer());
        assertThat(small.payroll().lines()).hasSize(200);
        long openings = small.people().stream()
                        .mapToLong(DemoPerson::openingMinor)
                        .sum()
                + small.shops().stream().mapToLong(DemoShop::openingMinor).sum();
        assertThat(small.supplyMinor()).isEqualTo(openings);
        assertThat(small.employer().openingMinor())
                .isGreaterThanOrEqualTo(small.payroll().totalMinor());
    }
}
