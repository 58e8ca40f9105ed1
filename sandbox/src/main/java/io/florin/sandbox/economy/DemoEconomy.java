package io.florin.sandbox.economy;

import java.util.List;
import java.util.Optional;

/// Everybody in the demo, and the payroll. Equal seeds and dates give equal values on every machine.
public record DemoEconomy(
        long seed, List<DemoBank> banks, List<DemoPerson> people, List<DemoShop> shops, Payroll payroll) {
    public DemoEconomy {
        banks = List.copyOf(banks);
        people = List.copyOf(people);
        shops = List.copyOf(shops);
    }

    /// Money in circulation once every bank has withdrawn what its customers start with.
    public long supplyMinor() {
        return banks.stream().mapToLong(DemoBank::withdrawalMinor).reduce(0, Math::addExact);
    }

    public DemoShop employer() {
        return shop(payroll.employerShopId()).orElseThrow();
    }

    public Optional<DemoShop> shop(String id) {
        return shops.stream().filter(shop -> shop.id().equals(id)).findFirst();
    }

    public List<DemoPerson> peopleOf(String bankId) {
        return people.stream().filter(person -> person.bankId().equals(bankId)).toList();
    }

    public List<DemoShop> shopsOf(String bankId) {
        return shops.stream().filter(shop -> shop.bankId().equals(bankId)).toList();
    }
}
