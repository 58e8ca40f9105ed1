package io.florin.bank.payments;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.payments.PaymentWorld.Owed;
import io.florin.bank.payments.PaymentWorld.UnderWay;
import io.florin.ledger.Amount;
import io.florin.testkit.Seeded;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// Payments, blocks, failures, lost news and crashes in any order. The world checks that no token is spent twice and no
/// payment made twice; here it is checked that no money appears or vanishes, and that all is paid in the end.
class PaymentCoreSimulationTest {

    private static final int WALLETS = 6;
    private static final int EVENTS = 400;

    private long funded;

    @Seeded
    void everyPaymentIsPaidOnceWhateverHappens(long seed) {
        Random chance = new Random(seed);
        PaymentWorld world = new PaymentWorld(seed);
        world.sharing = seed % 2 == 0 ? Sharing.NONE : new Sharing(3, Amount.of(1_000));
        world.changeTokensMax = 1 + Math.floorMod(seed, 8);
        funded = 0;
        for (int event = 0; event < EVENTS; event++) {
            happen(world, chance);
            check(world);
        }
        world.broken.clear();
        world.contested.clear();
        for (int rounds = 0; rounds < 400 && !isPaid(world); rounds++) {
            world.now = world.now.plusSeconds(1);
            world.pass();
            List.copyOf(world.underWay).forEach(each -> {
                world.settle(each);
                world.tell(each.wallet());
            });
            check(world);
        }
        assertThat(world.owed.values()).allMatch(payment -> payment.settled);
        world.pass();
        world.looks.clear();
        for (int passes = 0; passes < 50; passes++) {
            world.pass();
        }
        assertThat(world.looks).as("a bank at rest looks at no wallet").isEmpty();
    }

    /// Cutting change and spending tokens besides come to rest, in any order of blocks, failures and restarts.
    @Seeded
    void aWalletKeepsFewTokensHoweverOftenItPays(long seed) {
        Random chance = new Random(seed);
        PaymentWorld world = new PaymentWorld(seed);
        world.sharing = new Sharing(15, Amount.of(1_000));
        world.changeTokensMax = 4;
        world.fund(1, 1_000_000);
        int most = 0;
        for (int event = 0; event < EVENTS; event++) {
            switch (chance.nextInt(8)) {
                case 0, 1, 2 -> world.accept(1, 1L << chance.nextInt(13), false);
                case 3 -> world.now = world.now.plusMillis(chance.nextInt(1_000));
                case 4 -> world.restart();
                case 5, 6 -> ended(world, chance, 1);
                default -> world.tell(1);
            }
            world.tell(1);
            world.pass();
            most = Math.max(most, world.tokensOf(1));
        }
        assertThat(most).isLessThanOrEqualTo(6);
    }

    private void happen(PaymentWorld world, Random chance) {
        long wallet = 1 + chance.nextInt(WALLETS);
        boolean heard = chance.nextInt(10) > 0;
        switch (chance.nextInt(12)) {
            case 0, 1, 2 -> {
                int count = chance.nextInt(8) == 0 ? 1 + chance.nextInt(150) : 1;
                boolean ofFile = count > 1 || chance.nextInt(4) == 0;
                for (int i = 0; i < count; i++) {
                    long amount = 1 + chance.nextInt(50);
                    world.accept(wallet, amount, ofFile);
                    world.fund(wallet, amount);
                    funded += amount;
                }
            }
            case 3, 4, 5 -> world.pass();
            case 6 -> world.pass(chance.nextInt(12));
            case 7, 8 -> wallet = ended(world, chance, wallet);
            case 9 -> world.now = world.now.plusMillis(chance.nextInt(3_000));
            case 10 -> {
                if (!world.broken.remove(wallet) && !world.contested.remove(wallet)) {
                    (chance.nextBoolean() ? world.broken : world.contested).add(wallet);
                }
            }
            default -> {
                if (chance.nextInt(4) == 0) {
                    world.restart();
                } else {
                    world.configuration += chance.nextInt(8) == 0 ? 1 : 0;
                }
            }
        }
        if (heard) {
            world.tell(wallet);
        }
    }

    /// @return whose transaction settles or fails
    private static long ended(PaymentWorld world, Random chance, long otherwise) {
        if (world.underWay.isEmpty()) {
            return otherwise;
        }
        UnderWay one = world.underWay.get(chance.nextInt(world.underWay.size()));
        if (chance.nextInt(4) == 0) {
            world.fail(one);
        } else {
            world.settle(one);
        }
        return one.wallet();
    }

    private static boolean isPaid(PaymentWorld world) {
        return world.owed.values().stream().allMatch(payment -> payment.settled);
    }

    private void check(PaymentWorld world) {
        long there = 0;
        for (long wallet = 1; wallet <= WALLETS; wallet++) {
            there += world.held(wallet);
        }
        Set<Object> carried = new HashSet<>();
        List<Object> pays = new ArrayList<>();
        for (UnderWay each : world.underWay) {
            there += PaymentWorld.sum(each.inputs());
            carried.addAll(each.pays());
            pays.addAll(each.pays());
        }
        long paid = 0;
        for (Owed payment : world.owed.values()) {
            paid += payment.settled ? payment.amount : 0;
        }
        assertThat(there + paid).isEqualTo(funded);
        assertThat(carried).hasSameSizeAs(pays);
    }
}
