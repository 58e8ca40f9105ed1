package io.florin.sandbox.economy;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/// Draws the demo economy from a seed: three banks of different size, 200 people, 30 shops, and a payroll of 1,000
/// lines in
/// which the first shop pays every person five times. `java.util.Random` is used because its sequence is part of its
/// specification: the same seed gives the same money in every Java version.
public final class DemoEconomyGenerator {
    public static final int PEOPLE = 200;
    public static final int SHOPS = 30;
    public static final int PAYROLL_LINES = 1_000;

    /// Of 20 customers, how many are at the first, second and third bank.
    private static final int[] BANK_SHARES_OF_20 = {12, 6, 2};

    private static final List<DemoBank> BANKS = List.of(
            new DemoBank("bank-1", "Harbourlight Bank", "HBLTXFA1XXX", 0),
            new DemoBank("bank-2", "Second Mill Savings Bank", "SMSBXFA1XXX", 0),
            new DemoBank("bank-3", "Tallow Lane Credit Union", "TLCUXFA1XXX", 0));

    private static final List<PayrollLine.Purpose> PURPOSES = List.of(PayrollLine.Purpose.values());
    private static final LocalDate YOUNGEST = LocalDate.of(2005, 1, 1);

    private final long seed;
    private final Random random;
    private final WordList givenNames = WordList.read("given-names.txt");
    private final WordList familyNames = WordList.read("family-names.txt");
    private final WordList shopFirstWords = WordList.read("shop-first-words.txt");
    private final WordList shopTrades = WordList.read("shop-trades.txt");

    private DemoEconomyGenerator(long seed) {
        this.seed = seed;
        this.random = new Random(seed);
    }

    /// The economy of a seed; the date only goes into the payment file.
    public static DemoEconomy generate(long seed, LocalDate executionDate) {
        return new DemoEconomyGenerator(seed).draw(executionDate);
    }

    /// Name and code of a bank by the id of its node; the same in every economy.
    public static DemoBank bank(int id) {
        return BANKS.get(id - 1);
    }

    private DemoEconomy draw(LocalDate executionDate) {
        List<DemoPerson> people = people();
        List<DemoShop> shops = shops();
        Payroll payroll = payroll(people, shops.getFirst().id(), executionDate);
        DemoShop employer = shops.getFirst();
        shops.set(
                0,
                new DemoShop(
                        employer.id(),
                        employer.name(),
                        employer.bankId(),
                        Math.addExact(employer.openingMinor(), payroll.totalMinor())));
        return new DemoEconomy(seed, banks(people, shops), people, shops, payroll);
    }

    private List<DemoPerson> people() {
        List<DemoPerson> people = new ArrayList<>();
        Set<String> names = new HashSet<>();
        while (people.size() < PEOPLE) {
            String given = givenNames.draw(random);
            String family = familyNames.draw(random);
            if (!names.add(given + " " + family)) {
                continue;
            }
            int number = people.size() + 1;
            people.add(new DemoPerson(
                    String.format(Locale.ROOT, "person-%03d", number),
                    given,
                    family,
                    YOUNGEST.minusDays(random.nextInt(60 * 365)),
                    String.format(Locale.ROOT, "XF%07d", 1_000_000 + number * 4_001 + random.nextInt(4_001)),
                    bankOf(number),
                    number % 10 == 9 ? DemoPerson.Custody.SELF : DemoPerson.Custody.BANK,
                    between(50_00, 400_00)));
        }
        return people;
    }

    private List<DemoShop> shops() {
        List<DemoShop> shops = new ArrayList<>();
        Set<String> names = new HashSet<>();
        while (shops.size() < SHOPS) {
            String name = shopFirstWords.draw(random) + " " + shopTrades.draw(random);
            if (!names.add(name)) {
                continue;
            }
            int number = shops.size() + 1;
            shops.add(new DemoShop(
                    String.format(Locale.ROOT, "shop-%02d", number), name, bankOf(number), between(500_00, 2_000_00)));
        }
        return shops;
    }

    private Payroll payroll(List<DemoPerson> people, String employer, LocalDate executionDate) {
        List<PayrollLine> lines = new ArrayList<>();
        for (int i = 0; i < PAYROLL_LINES; i++) {
            DemoPerson person = people.get(i % people.size());
            PayrollLine.Purpose purpose = PURPOSES.get(i / people.size() % PURPOSES.size());
            long amount = purpose == PayrollLine.Purpose.SALA ? between(900_00, 3_400_00) : between(10_00, 250_00);
            lines.add(new PayrollLine(
                    String.format(Locale.ROOT, "PAYROLL-%04d", i + 1), uetr(), person.id(), amount, purpose));
        }
        String messageId = "FLORIN-DEMO-" + Long.toUnsignedString(seed, 36).toUpperCase(Locale.ROOT) + "-"
                + executionDate.toString().replace("-", "");
        return new Payroll(messageId, employer, executionDate, lines);
    }

    private static List<DemoBank> banks(List<DemoPerson> people, List<DemoShop> shops) {
        List<DemoBank> banks = new ArrayList<>();
        for (DemoBank bank : BANKS) {
            long total = 0;
            for (DemoPerson person : people) {
                total = person.bankId().equals(bank.id()) ? Math.addExact(total, person.openingMinor()) : total;
            }
            for (DemoShop shop : shops) {
                total = shop.bankId().equals(bank.id()) ? Math.addExact(total, shop.openingMinor()) : total;
            }
            banks.add(new DemoBank(bank.id(), bank.name(), bank.bic(), total));
        }
        return banks;
    }

    /// Spreads customers over the banks by fixed shares, so that the banks' sizes do not depend on luck.
    private static String bankOf(int number) {
        int place = (number * 7) % 20;
        int bank = 0;
        while (place >= BANK_SHARES_OF_20[bank]) {
            place -= BANK_SHARES_OF_20[bank];
            bank++;
        }
        return BANKS.get(bank).id();
    }

    private long between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    private String uetr() {
        long most = (random.nextLong() & ~0xf000L) | 0x4000L;
        long least = (random.nextLong() & 0x3fffffffffffffffL) | 0x8000000000000000L;
        return new UUID(most, least).toString();
    }
}
