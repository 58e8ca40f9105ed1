package io.florin.sandbox.chaos;

import io.florin.sandbox.economy.DemoEconomy;
import io.florin.sandbox.economy.DemoEconomyGenerator;
import io.florin.sandbox.economy.DemoPerson;
import io.florin.sandbox.economy.DemoShop;
import io.florin.sandbox.economy.Payroll;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The demo's economy with few people, for drills that are about faults and not about size. Banks withdraw as much as
/// in the demo.
final class SmallEconomy {
    private static final int PEOPLE = 12;
    private static final int SHOPS = 2;
    private static final int LINES = 60;

    private SmallEconomy() {}

    static DemoEconomy generate(long seed, LocalDate payday) {
        DemoEconomy whole = DemoEconomyGenerator.generate(seed, payday);
        List<DemoPerson> people = whole.people().subList(0, PEOPLE);
        List<DemoShop> shops = whole.shops().subList(0, SHOPS);
        Set<String> paid = people.stream().map(DemoPerson::id).collect(Collectors.toSet());
        Payroll payroll = new Payroll(
                whole.payroll().messageId(),
                whole.payroll().employerShopId(),
                payday,
                whole.payroll().lines().stream()
                        .filter(line -> paid.contains(line.personId()))
                        .limit(LINES)
                        .toList());
        return new DemoEconomy(seed, whole.banks(), people, shops, payroll);
    }
}
