package io.florin.simulation.run;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.replay.RandomWorkload;
import io.florin.ledger.rules.ClearTokenRules;
import io.florin.ledger.rules.HiddenTokenRules;
import io.florin.ledger.rules.TokenRules;
import io.florin.simulation.bank.BankCustomers;
import io.florin.simulation.bank.CustomerOrder;
import io.florin.simulation.configuration.PlannedConfigurations;
import io.florin.simulation.endorser.EndorserRules;
import io.florin.simulation.hidden.HiddenWallets;
import io.florin.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

/// Setting of a run, drawn from its seed before anything goes wrong: the network and its keys, what its currency hides,
/// and what customers order.
final class RunSetting {
    private static final int ONE_IN_ALONE = 3;
    private static final int WALLETS = 2;
    private static final int ORDERS_MAX = 6;
    private static final long EXPIRY = 1_000;

    /// One in so many runs has a currency that hides amounts and owners.
    private static final int ONE_IN_HIDDEN = 16;

    /// One in so many runs has transactions of the bank that expire with the next blocks.
    private static final int ONE_IN_EXPIRING = 4;

    /// More blocks than such a run has, so that whatever is made beforehand does not expire.
    private static final long SHORT_EXPIRY = 30;

    private final World world;
    private final boolean alone;
    private final boolean expiring;
    private final PlannedConfigurations configurations;
    private final RandomWorkload workload;
    private final Optional<HiddenWallets> hidden;
    private final BankCustomers customers;

    RunSetting(Schedule schedule, World world) {
        this.world = world;
        boolean hides = isHidden(world);
        this.alone = hides || world.random("committers").nextInt(ONE_IN_ALONE) == 0;
        this.expiring = !hides && world.random("expiry").nextInt(ONE_IN_EXPIRING) == 0;
        Optional<TestHiddenEconomy> economy = hides
                ? Optional.of(new TestHiddenEconomy(schedule.seed(), PrivacyModel.CONFIDENTIAL, AuditPolicy.ALWAYS))
                : Optional.empty();
        TestNetwork keys = economy.map(TestHiddenEconomy::network).orElseGet(() -> clear(schedule.seed()));
        this.configurations = new PlannedConfigurations(keys, schedule.changes(), schedule.seed());
        this.workload = new RandomWorkload(keys, schedule.seed());
        this.hidden = economy.map(it -> new HiddenWallets(it, configurations, WALLETS + 1));
        this.customers = customers(keys);
    }

    /// Whether the currency of a run hides amounts and owners.
    static boolean isHidden(World world) {
        return world.random("privacy model").nextInt(ONE_IN_HIDDEN) == 0;
    }

    private TestNetwork clear(long seed) {
        long expiry = expiring ? SHORT_EXPIRY : EXPIRY;
        return alone ? TestNetwork.ofOneCommitter(seed, expiry) : TestNetwork.ofThreeCommitters(seed, expiry);
    }

    /// Amounts that differ, since they name the orders, and together less than there is.
    private BankCustomers customers(TestNetwork keys) {
        Random random = world.random("customers");
        List<CustomerOrder> orders = new ArrayList<>();
        int count = random.nextBoolean() && hidden.isEmpty() ? 0 : 1 + random.nextInt(ORDERS_MAX);
        for (int i = 0; i < count; i++) {
            orders.add(new CustomerOrder(new UUID(1, i), random.nextInt(WALLETS), 100L + 10 * i + random.nextInt(10)));
        }
        List<Ed25519KeyPair> wallets =
                IntStream.range(0, WALLETS).mapToObj(_ -> keys.newKey()).toList();
        return new BankCustomers(
                TestNetwork.CURRENCY, wallets, new OwnerKey(keys.newKey().publicKey()), hidden, orders, expiring);
    }

    /// Whether one committer is all there are.
    boolean isAlone() {
        return alone;
    }

    /// Whether what the bank makes expires with the next blocks.
    boolean isExpiring() {
        return expiring;
    }

    boolean isHidden() {
        return hidden.isPresent();
    }

    PlannedConfigurations configurations() {
        return configurations;
    }

    /// Clear transactions of others.
    RandomWorkload workload() {
        return workload;
    }

    BankCustomers customers() {
        return customers;
    }

    /// Worth of a hidden token by its key.
    Optional<Long> worth(StateKey token) {
        return hidden.flatMap(wallets -> wallets.worth(token));
    }

    EndorserRules rules() {
        List<TokenRules> rules = new ArrayList<>(List.of(new ClearTokenRules()));
        hidden.ifPresent(wallets -> rules.add(new HiddenTokenRules(
                PrivacyModel.CONFIDENTIAL, wallets.currencies(), world.random("weights of proofs"), wallets.shown())));
        return new EndorserRules(rules, Set.of(TestHiddenEconomy.EPOCH));
    }
}
