package io.florin.sandbox.economy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The first people and shops of a demo economy, with what is left of its payroll and of the banks' withdrawals. A bank
/// that none of them banks with keeps its first shop: a bank without customers would have nothing to withdraw.
public final class SmallerEconomy {

    private SmallerEconomy() {}

    /// The economy of one bank alone: those of its customers who are among the first people and shops, and the shop
    /// that pays the wages.
    public static DemoEconomy ofBank(DemoEconomy whole, String bank, int people, int shops) {
        DemoEconomy fewer = of(whole, people, shops);
        List<DemoPerson> customers = fewer.peopleOf(bank);
        Set<String> ids = customers.stream().map(DemoPerson::id).collect(Collectors.toSet());
        Payroll payroll = fewer.payroll();
        List<PayrollLine> lines = payroll.lines().stream()
                .filter(line -> ids.contains(line.personId()))
                .toList();
        return new DemoEconomy(
                fewer.seed(),
                fewer.banks().stream().filter(one -> one.id().equals(bank)).toList(),
                customers,
                fewer.shopsOf(bank),
                new Payroll(payroll.messageId(), payroll.employerShopId(), payroll.executionDate(), lines));
    }

    public static DemoEconomy of(DemoEconomy whole, int people, int shops) {
        List<DemoPerson> peopleLeft = whole.people().subList(0, people);
        Set<String> ids = peopleLeft.stream().map(DemoPerson::id).collect(Collectors.toSet());
        Payroll payroll = whole.payroll();
        List<PayrollLine> lines = payroll.lines().stream()
                .filter(line -> ids.contains(line.personId()))
                .toList();
        List<DemoShop> shopsLeft = shops(whole, peopleLeft, shops);
        List<DemoBank> banks = whole.banks().stream()
                .map(bank -> new DemoBank(bank.id(), bank.name(), bank.bic(), openings(bank, peopleLeft, shopsLeft)))
                .toList();
        return new DemoEconomy(
                whole.seed(),
                banks,
                peopleLeft,
                shopsLeft,
                new Payroll(payroll.messageId(), payroll.employerShopId(), payroll.executionDate(), lines));
    }

    private static List<DemoShop> shops(DemoEconomy whole, List<DemoPerson> people, int shops) {
        Set<String> banks = people.stream().map(DemoPerson::bankId).collect(Collectors.toCollection(HashSet::new));
        String employer = whole.payroll().employerShopId();
        whole.shop(employer).ifPresent(shop -> banks.add(shop.bankId()));
        whole.shops().stream().limit(shops).forEach(shop -> banks.add(shop.bankId()));
        return whole.shops().stream()
                .filter(shop ->
                        whole.shops().indexOf(shop) < shops || shop.id().equals(employer) || banks.add(shop.bankId()))
                .toList();
    }

    private static long openings(DemoBank bank, List<DemoPerson> people, List<DemoShop> shops) {
        long ofPeople = people.stream()
                .filter(person -> person.bankId().equals(bank.id()))
                .mapToLong(DemoPerson::openingMinor)
                .sum();
        long ofShops = shops.stream()
                .filter(shop -> shop.bankId().equals(bank.id()))
                .mapToLong(DemoShop::openingMinor)
                .sum();
        return Math.addExact(ofPeople, ofShops);
    }
}
