package io.florin.sandbox.economy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DemoEconomyGeneratorTest {
    private static final LocalDate DATE = LocalDate.of(2026, 11, 30);
    private final DemoEconomy economy = DemoEconomyGenerator.generate(42, DATE);

    @Test
    void isTheSameForTheSameSeedAndAnotherForAnother() {
        assertThat(DemoEconomyGenerator.generate(42, DATE)).isEqualTo(economy);
        assertThat(DemoEconomyGenerator.generate(43, DATE).supplyMinor()).isNotEqualTo(economy.supplyMinor());
        assertThat(DemoEconomyGenerator.generate(42, DATE.plusDays(1)).supplyMinor())
                .isEqualTo(economy.supplyMinor());
    }

    @Test
    void hasThisSupplyForSeed42OnEveryMachine() {
        assertThat(economy.supplyMinor()).isEqualTo(61_166_129);
        assertThat(economy.people().getFirst().fullName()).isEqualTo("Delphine Ferrowglen");
    }

    @Test
    void hasThreeBanksOfDifferentSizeWithAllPeopleAndShops() {
        assertThat(economy.people()).hasSize(200).doesNotHaveDuplicates();
        assertThat(economy.shops()).hasSize(30);
        assertThat(economy.people().stream().map(DemoPerson::fullName)).doesNotHaveDuplicates();
        assertThat(economy.people().stream().map(DemoPerson::documentNumber)).doesNotHaveDuplicates();
        assertThat(economy.shops().stream().map(DemoShop::name)).doesNotHaveDuplicates();
        assertThat(economy.peopleOf("bank-1")).hasSize(120);
        assertThat(economy.peopleOf("bank-2")).hasSize(60);
        assertThat(economy.peopleOf("bank-3")).hasSize(20);
        assertThat(economy.shopsOf("bank-3")).isNotEmpty();
    }

    @Test
    void withdrawsExactlyWhatCustomersStartWith() {
        long openings = Stream.concat(
                        economy.people().stream().map(DemoPerson::openingMinor),
                        economy.shops().stream().map(DemoShop::openingMinor))
                .mapToLong(Long::longValue)
                .sum();

        assertThat(economy.supplyMinor()).isEqualTo(openings);
    }

    @Test
    void paysEveryPersonFiveTimesInAThousandLinesTheEmployerCanAfford() {
        Payroll payroll = economy.payroll();

        assertThat(payroll.lines()).hasSize(1_000);
        assertThat(payroll.lines().stream().map(PayrollLine::endToEndId)).doesNotHaveDuplicates();
        assertThat(payroll.lines().stream().map(PayrollLine::uetr)).doesNotHaveDuplicates();
        assertThat(payroll.lines().stream().map(PayrollLine::personId).distinct())
                .hasSize(200);
        assertThat(payroll.lines()).allSatisfy(line -> {
            assertThat(line.amountMinor()).isPositive();
            assertThat(UUID.fromString(line.uetr()).version()).isEqualTo(4);
            assertThat(UUID.fromString(line.uetr()).variant()).isEqualTo(2);
        });
        assertThat(payroll.messageId()).hasSizeLessThanOrEqualTo(35);
        assertThat(economy.employer().openingMinor()).isGreaterThan(payroll.totalMinor());
    }
}
