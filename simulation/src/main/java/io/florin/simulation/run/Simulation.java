package io.florin.simulation.run;

import static io.florin.simulation.world.InvariantViolation.require;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.endorser.gather.ShareCombiner;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.RandomWorkload;
import io.florin.ledger.rules.ClearTokenRules;
import io.florin.ordering.protocol.Ed25519PartyKeys;
import io.florin.ordering.protocol.Parties;
import io.florin.simulation.bank.BankCustomers;
import io.florin.simulation.bank.BankNode;
import io.florin.simulation.bank.CustomerOrder;
import io.florin.simulation.broker.Broker;
import io.florin.simulation.committer.BlockChecks;
import io.florin.simulation.committer.CommitterHabits;
import io.florin.simulation.committer.CommitterNode;
import io.florin.simulation.committer.CommitterSurroundings;
import io.florin.simulation.committer.LyingCommitter;
import io.florin.simulation.endorser.ClientNode;
import io.florin.simulation.endorser.EndorserHabits;
import io.florin.simulation.endorser.EndorserNode;
import io.florin.simulation.endorser.EndorserSurroundings;
import io.florin.simulation.endorser.EverybodyEnrolled;
import io.florin.simulation.follower.AuditorNode;
import io.florin.simulation.follower.CertifierNode;
import io.florin.simulation.follower.FollowerSurroundings;
import io.florin.simulation.follower.RememberedResults;
import io.florin.simulation.judge.ChainJudge;
import io.florin.simulation.judge.CommitterJudge;
import io.florin.simulation.judge.EndorsementJudge;
import io.florin.simulation.judge.FollowerJudge;
import io.florin.simulation.judge.PaymentJudge;
import io.florin.simulation.judge.RememberedEndorsements;
import io.florin.simulation.ordering.LyingParty;
import io.florin.simulation.ordering.OrderingSurroundings;
import io.florin.simulation.ordering.PartyHabits;
import io.florin.simulation.ordering.PartyLie;
import io.florin.simulation.ordering.PartyNode;
import io.florin.simulation.ordering.RememberedChecks;
import io.florin.simulation.world.Node;
import io.florin.simulation.world.SimulatedNetwork;
import io.florin.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// One run of the whole platform in one thread. While faults happen, nothing may go wrong that must not; when they have
/// ceased, everything that was submitted becomes final within a bounded time.
public final class Simulation {
    private static final int PARTIES = 4;
    private static final int COMMITTERS = 3;
    private static final int ONE_IN_ALONE = 3;
    private static final int ENDORSERS = 3;
    private static final int WALLETS = 2;
    private static final int ORDERS_MAX = 6;
    private static final long LIVELY_MILLIS = FaultPlan.CALM_MILLIS + 90_000;
    private static final long SUBMITTED_WITHIN_MILLIS = 7_500;
    private static final long EXPIRY = 1_000;

    /// One in so many runs has transactions of the bank that expire with the next blocks.
    private static final int ONE_IN_EXPIRING = 4;

    /// More blocks than such a run has, so that whatever is made beforehand does not expire.
    private static final long SHORT_EXPIRY = 30;

    /// A transaction that was built so many blocks before expires at the next line of the grid, one to three blocks
    /// ahead.
    private static final long STALE_BLOCKS = SHORT_EXPIRY / 2 - 1;

    private static final long LOOK_EVERY_MICROS = 250_000;

    private final Schedule schedule;
    private final Map<String, PartyLie> liars = new TreeMap<>();
    private final Set<String> lyingCommitters = new TreeSet<>();
    private final Set<String> lyingEndorsers = new TreeSet<>();
    private final World world;
    private final List<PartyNode> parties = new ArrayList<>();
    private final List<CommitterNode> committers = new ArrayList<>();
    private final List<Node> all = new ArrayList<>();
    private final ClientNode client;
    private final BankNode bank;
    private final CertifierNode certifier;
    private final AuditorNode auditor;
    private final ChainJudge chain;
    private final CommitterJudge committed;
    private final PaymentJudge paid;
    private final FollowerJudge followed;
    private final EndorsementJudge held;
    private final List<EndorserNode> endorsers = new ArrayList<>();
    private final List<Bytes> bundles = new ArrayList<>();
    private final Misfortune misfortune;
    private final boolean expiring;
    private boolean done;

    public Simulation(Schedule schedule, Cast cast) {
        this.schedule = schedule;
        schedule.faults().forEach(this::cast);
        this.world = new World(schedule.seed());
        boolean alone = world.random("committers").nextInt(ONE_IN_ALONE) == 0;
        this.expiring = world.random("expiry").nextInt(ONE_IN_EXPIRING) == 0;
        TestNetwork keys = alone
                ? TestNetwork.ofOneCommitter(schedule.seed(), expiry())
                : TestNetwork.ofThreeCommitters(schedule.seed(), expiry());
        if (alone) {
            lyingCommitters.clear(); // everybody would believe it, as in every network so far (ADR 22)
        }
        Genesis genesis = keys.genesis();
        SimulatedNetwork network = new SimulatedNetwork(world);
        Broker broker = new Broker(world);
        RememberedEndorsements endorsed = new RememberedEndorsements();
        RandomWorkload workload = new RandomWorkload(keys, schedule.seed());
        BankCustomers customers = customers(keys);
        this.paid = new PaymentJudge(customers.payee(), customers.orders());
        this.chain = new ChainJudge(genesis, endorsed, paid, places("party-", PARTIES));
        this.committed = new CommitterJudge(chain);
        var ordering = new OrderingSurroundings(
                world, network, broker, Parties.of(genesis.configuration().ordering()), chain);
        RememberedChecks checks = new RememberedChecks();
        for (int id = 0; id < PARTIES; id++) {
            var own = new Ed25519PartyKeys(
                    id, keys.party(id), genesis.configuration().ordering());
            PartyNode party = new PartyNode(id, checks.of(own), genesis, ordering, partyHabits(id, keys, cast));
            parties.add(party);
            ordering.add(party);
        }
        var committing = new CommitterSurroundings(
                world, network, broker, parties, new BlockChecks(genesis.networkId()), committed);
        int count = alone ? 1 : COMMITTERS;
        for (int place = 0; place < count; place++) {
            committers.add(new CommitterNode(
                    place, keys.committer(place), genesis, 1 + place, committing, committerHabits(place, keys, cast)));
        }
        committed.watch(committers);
        Set<String> everyLiar = new TreeSet<>(liars.keySet());
        everyLiar.addAll(lyingCommitters);
        this.followed = new FollowerJudge(chain, everyLiar);
        var following = new FollowerSurroundings(
                world, network, genesis, parties, committers, endorsed, new RememberedResults(), followed);
        bank = new BankNode(
                following, cast.follower("bank"), cast.bank(), customers, endorsers, SUBMITTED_WITHIN_MILLIS);
        certifier = new CertifierNode(following, cast.follower("certifier"));
        auditor = new AuditorNode(following, cast.follower("auditor"));
        client = client(new Workload(keys, workload, customers), cast, following, broker);
        held = new EndorsementJudge(
                bundles, genesis.configuration().endorserGroups().getFirst().threshold());
        all.add(broker);
        all.addAll(parties);
        all.addAll(committers);
        all.addAll(List.of(bank, certifier, auditor));
        all.addAll(endorsers);
        all.add(client);
        all.add(new BundlePublisher(world, network, broker, parties, bundles, SUBMITTED_WITHIN_MILLIS));
        misfortune = new Misfortune(world, network, all, FaultPlan.CALM_MILLIS);
    }

    /// Workload of a run, and its endorsers.
    private ClientNode client(Workload given, Cast cast, FollowerSurroundings following, Broker broker) {
        TestNetwork keys = given.keys();
        RandomWorkload workload = given.random();
        List<List<Submission>> orders = new ArrayList<>();
        orders.add(submissions(funds(keys, given.customers()), keys));
        for (int i = 1; i <= schedule.workload(); i++) {
            if (i % 2 == 0) {
                bundles.addAll(workload.entries(i));
            } else {
                orders.add(submissions(workload.transactions(expiry(), 1 + i % 4), keys));
            }
        }
        var endorsing = new EndorserSurroundings(
                following,
                broker,
                new EverybodyEnrolled(owners(given), Tier.TREASURY),
                new ShareCombiner(keys.networkId()),
                endorsers);
        keys.shares()
                .forEach(share ->
                        endorsers.add(new EndorserNode(share, endorsing, endorserHabits(share.index(), cast))));
        return new ClientNode(world, following.network(), endorsers, orders, SUBMITTED_WITHIN_MILLIS);
    }

    private record Workload(TestNetwork keys, RandomWorkload random, BankCustomers customers) {}

    private static List<OwnerKey> owners(Workload given) {
        List<OwnerKey> owners = new ArrayList<>(given.random().owners());
        given.customers().wallets().forEach(wallet -> owners.add(new OwnerKey(wallet.publicKey())));
        owners.add(given.customers().payee());
        return owners;
    }

    /// Amounts that differ, since they name the orders, and together less than there is.
    private BankCustomers customers(TestNetwork keys) {
        Random random = world.random("customers");
        List<CustomerOrder> orders = new ArrayList<>();
        int count = random.nextBoolean() ? 0 : 1 + random.nextInt(ORDERS_MAX);
        for (int i = 0; i < count; i++) {
            orders.add(new CustomerOrder(new UUID(1, i), random.nextInt(WALLETS), 100L + 10 * i + random.nextInt(10)));
        }
        List<Ed25519KeyPair> wallets =
                IntStream.range(0, WALLETS).mapToObj(_ -> keys.newKey()).toList();
        return new BankCustomers(
                TestNetwork.CURRENCY,
                wallets,
                new OwnerKey(keys.newKey().publicKey()),
                orders,
                expiring ? STALE_BLOCKS : 0);
    }

    private long expiry() {
        return expiring ? SHORT_EXPIRY : EXPIRY;
    }

    private List<ClientTransaction> funds(TestNetwork keys, BankCustomers customers) {
        List<ClientTransaction> funds = new ArrayList<>();
        for (Ed25519KeyPair wallet : customers.wallets()) {
            OwnerKey owner = new OwnerKey(wallet.publicKey());
            funds.add(keys.issue(keys.header(expiry()), keys.newId(), owner, 900, 500, 300, 150));
        }
        return funds;
    }

    private void cast(SimulatedFault fault) {
        if (fault instanceof SimulatedFault.Lies(String node, PartyLie lie)) {
            liars.put(node, lie);
        } else if (fault instanceof SimulatedFault.LiesAboutResults(String node)) {
            lyingCommitters.add(node);
        } else if (fault instanceof SimulatedFault.GivesBadShares(String node)) {
            lyingEndorsers.add(node);
        }
    }

    private static List<Submission> submissions(List<ClientTransaction> transactions, TestNetwork keys) {
        return transactions.stream()
                .map(each -> ClearTokenRules.auditRequired(each, keys.configuration())
                        ? new Submission(each, Optional.of(keys.audit(each)))
                        : Submission.of(each))
                .toList();
    }

    private PartyHabits partyHabits(int id, TestNetwork keys, Cast cast) {
        PartyLie lie = liars.get("party-" + id);
        return lie == null ? cast.party(id) : new LyingParty(lie, id, keys.networkId(), keys.party(id));
    }

    private CommitterHabits committerHabits(int place, TestNetwork keys, Cast cast) {
        return lyingCommitters.contains("committer-" + place)
                ? new LyingCommitter(keys.committer(place))
                : cast.committer(place);
    }

    private EndorserHabits endorserHabits(int index, Cast cast) {
        return lyingEndorsers.contains("endorser-" + index) ? EndorserHabits.BAD_SHARES : cast.endorser(index);
    }

    /// Nodes that a schedule may name.
    public static List<String> nodes() {
        List<String> names = new ArrayList<>(List.of("broker", "bank", "certifier", "auditor"));
        IntStream.rangeClosed(1, ENDORSERS).forEach(index -> names.add("endorser-" + index));
        IntStream.range(0, PARTIES).forEach(id -> names.add("party-" + id));
        IntStream.range(0, COMMITTERS).forEach(place -> names.add("committer-" + place));
        return names;
    }

    private Set<Integer> places(String prefix, int count) {
        return IntStream.range(0, count)
                .filter(place -> liars.containsKey(prefix + place))
                .boxed()
                .collect(Collectors.toSet());
    }

    /// @throws io.florin.simulation.world.InvariantViolation when something happened that must not
    public RunSummary run() {
        misfortune.plan(schedule.faults());
        all.forEach(node -> world.after(world.nowMicros(), node::start));
        world.at(FaultPlan.CALM_MILLIS, this::look);
        while (!done) {
            require(world.step(), "liveness: nothing is left to do");
        }
        parties.stream().filter(party -> !liars.containsKey(party.name())).forEach(chain::atTheEnd);
        committers.forEach(committed::atTheEnd);
        followed.atTheEnd();
        held.atTheEnd(chain, endorsers);
        int settled = paid.atTheEnd(bank, schedule.faults().isEmpty() && !expiring);
        return new RunSummary(
                schedule.seed(),
                world.events(),
                world.nowMillis(),
                chain.height(),
                client.accepted().size(),
                settled,
                bank.expired(),
                all.stream().mapToInt(Node::restarts).sum(),
                world.fingerprint());
    }

    private void look() {
        done = isSettled();
        if (!done) {
            require(world.nowMillis() < LIVELY_MILLIS, "liveness: not everything became final\n" + describe());
            world.after(LOOK_EVERY_MICROS, this::look);
        }
    }

    private boolean isSettled() {
        return chain.carriesAll(bundles)
                && client.isDone()
                && client.accepted().stream()
                        .allMatch(id -> chain.replay().status(id).isPresent())
                && parties.stream()
                        .filter(party -> !liars.containsKey(party.name()))
                        .allMatch(party -> party.isUp() && party.stored().size() == chain.height())
                && committers.stream().allMatch(it -> it.isUp() && it.height() == chain.height() && it.isAtRest())
                && followersAreThere();
    }

    /// A certifier whose own committer lies stops, as it must.
    private boolean followersAreThere() {
        long height = chain.height();
        boolean believes = !lyingCommitters.contains("committer-0");
        return bank.height() == height
                && bank.isAtRest()
                && (!believes || certifier.height() == height)
                && auditor.height() == height
                && auditor.agreedThrough() == height;
    }

    private String describe() {
        StringBuilder text = new StringBuilder("chain " + chain.height());
        parties.forEach(party -> text.append("\n  ").append(party.describe()));
        committers.forEach(committer -> text.append("\n  ").append(committer.describe()));
        text.append("\n  ").append(bank.describe()).append(' ').append(bank.describePayments());
        text.append("\n  ").append(certifier.describe());
        text.append("\n  ").append(auditor.describe()).append("\n  ").append(client.describe());
        chain.evidence().reversed().stream()
                .limit(5)
                .forEach(found -> text.append("\n  ").append(found));
        return text.toString();
    }
}
