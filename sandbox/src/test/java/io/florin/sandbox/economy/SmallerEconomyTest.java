package io.florin.sandbox.economy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SmallerEconomyTest {
    /// Whatever a demo may be asked for: each bank withdraws something, and the employer can pay.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 7, 42, 2026})
    void hasWorkForEveryBankAtEverySize(long seed) {
        DemoEconomy whole = DemoEconomyGenerator.generate(seed, LocalDate.of(2026, 11, 30));
        for (int people = 1; people <= 60; people++) {
            DemoEconomy small = SmallerEconomy.of(whole, people, 5);
            assertThat(small.banks())
                    .as("%d people, seed %d", people, seed)
                    .allSatisfy(bank -> assertThat(bank.withdrawalMinor()).isPositive());
            assertThat(small.payroll().lines()).isNotEmpty();
            assertThat(small.employer().openingMinor())
                    .isGreaterThanOrEqualTo(small.payroll().totalMinor());
        }
    }

    @Test
    void knowsNobodyOfOtherBanksWhereOneIsAlone() {
        DemoEconomy whole = DemoEconomyGenerator.generate(42, LocalDate.of(2026, 11, 30));
        DemoEconomy small = SmallerEconomy.ofBank(whole, "bank-1", 9, 2);
        assertThat(small.banks()).extracting(DemoBank::id).containsExactly("bank-1");
        assertThat(small.people()).extracting(DemoPerson::bankId).containsOnly("bank-1");
        assertThat(small.shops())
                .contains(whole.employer())
                .extracting(DemoShop::bankId)
                .containsOnly("bank-1");
        assertThat(small.payroll().lines())
                .hasSize(5 * small.people().size())
                .extracting(PayrollLine::personId)
                .hasSameElementsAs(small.people().stream().map(DemoPerson::id).toList());
        assertThat(small.employer().openingMinor())
                .isGreaterThanOrEqualTo(small.payroll().totalMinor());
    }

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
