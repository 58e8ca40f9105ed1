package io.florin.simulation.run;

import static io.florin.simulation.world.InvariantViolation.require;

import io.florin.endorser.gather.ShareCombiner;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ordering.protocol.Ed25519PartyKeys;
import io.florin.ordering.protocol.Parties;
import io.florin.simulation.bank.BankCustomers;
import io.florin.simulation.bank.BankNode;
import io.florin.simulation.broker.Broker;
import io.florin.simulation.committer.BlockChecks;
import io.florin.simulation.committer.CommitterHabits;
import io.florin.simulation.committer.CommitterNode;
import io.florin.simulation.committer.CommitterSurroundings;
import io.florin.simulation.committer.LyingCommitter;
import io.florin.simulation.configuration.PlannedConfigurations;
import io.florin.simulation.endorser.ClientNode;
import io.florin.simulation.endorser.EndorserHabits;
import io.florin.simulation.endorser.EndorserNode;
import io.florin.simulation.endorser.EndorserSurroundings;
import io.florin.simulation.endorser.EverybodyEnrolled;
import io.florin.simulation.endorser.OfficersNode;
import io.florin.simulation.follower.AuditorNode;
import io.florin.simulation.follower.CertifierNode;
import io.florin.simulation.follower.FollowerSurroundings;
import io.florin.simulation.follower.RememberedResults;
import io.florin.simulation.judge.ChainJudge;
import io.florin.simulation.judge.CommitterJudge;
import io.florin.simulation.judge.ConfigurationJudge;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// One run of the whole platform in one thread. While faults happen, nothing may go wrong that must not; when they have
/// ceased, everything that was submitted becomes final within a bounded time.
public final class Simulation {
    private static final int PARTIES = 4;
    private static final int COMMITTERS = 3;
    private static final int ENDORSERS = 3;
    private static final long LIVELY_MILLIS = FaultPlan.CALM_MILLIS + 90_000;
    static final long SUBMITTED_WITHIN_MILLIS = 7_500;

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
    private final ConfigurationJudge configured;
    private final List<EndorserNode> endorsers = new ArrayList<>();
    private final PlannedWorkload workload;
    private final Misfortune misfortune;
    private final RunSetting setting;
    private boolean done;

    public Simulation(Schedule schedule, Cast cast) {
        this.schedule = schedule;
        schedule.faults().forEach(this::cast);
        this.world = new World(schedule.seed());
        this.setting = new RunSetting(schedule, world);
        PlannedConfigurations planned = setting.configurations();
        TestNetwork keys = planned.network(0);
        if (setting.isAlone()) {
            lyingCommitters.clear(); // everybody would believe it, as in every network so far (ADR 22)
        }
        Genesis genesis = keys.genesis();
        SimulatedNetwork network = new SimulatedNetwork(world);
        Broker broker = new Broker(world);
        RememberedEndorsements endorsed = new RememberedEndorsements();
        BankCustomers customers = setting.customers();
        this.paid = new PaymentJudge(customers::paidBy, customers.orders());
        misfortune = new Misfortune(world, network, FaultPlan.CALM_MILLIS);
        configured = new ConfigurationJudge(planned, misfortune::inForce);
        this.chain = new ChainJudge(genesis, endorsed, paid, configured, setting::worth, places("party-", PARTIES));
        this.committed = new CommitterJudge(chain);
        var ordering = new OrderingSurroundings(
                world, network, broker, Parties.of(genesis.configuration().ordering()), chain);
        RememberedChecks checks = new RememberedChecks();
        for (int id = 0; id < PARTIES; id++) {
            var own = new Ed25519PartyKeys(
                    id, keys.party(id), genesis.configuration().ordering());
            parties.add(new PartyNode(id, checks.of(own), genesis, ordering, partyHabits(id, keys, cast)));
        }
        parties.forEach(ordering::add);
        var committing = new CommitterSurroundings(
                world, network, broker, parties, new BlockChecks(genesis.networkId()), committed);
        int count = setting.isAlone() ? 1 : COMMITTERS;
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
        workload = new PlannedWorkload(
                planned,
                setting.workload(),
                customers,
                schedule.workload(),
                world.random("changes of the configuration"));
        client = client(planned, cast, following, broker);
        held = new EndorsementJudge(
                workload.bundles(),
                genesis.configuration().endorserGroups().getFirst().threshold());
        gather(broker);
        if (!schedule.changes().isEmpty()) {
            all.add(new OfficersNode(following, planned, endorsers));
        }
        all.add(new BundlePublisher(world, network, broker, parties, workload.bundles(), SUBMITTED_WITHIN_MILLIS));
        misfortune.know(all);
    }

    private void gather(Broker broker) {
        all.add(broker);
        all.addAll(parties);
        all.addAll(committers);
        all.addAll(List.of(bank, certifier, auditor));
        all.addAll(endorsers);
        all.add(client);
    }

    /// The client of a run, and its endorsers.
    private ClientNode client(PlannedConfigurations keys, Cast cast, FollowerSurroundings following, Broker broker) {
        var endorsing = new EndorserSurroundings(
                following,
                broker,
                new EverybodyEnrolled(workload.owners(), Tier.TREASURY),
                setting.rules(),
                keys,
                new ShareCombiner(following.genesis().networkId()),
                endorsers);
        for (int index = 1; index <= ENDORSERS; index++) {
            endorsers.add(new EndorserNode(index, endorsing, endorserHabits(index, cast)));
        }
        return new ClientNode(
                world,
                following.network(),
                endorsers,
                workload.orders(),
                () -> configured.inForce().version());
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
        Optional<ClientTransaction> issue = workload.lastIssue();
        configured.atTheEnd(
                issue.map(ClientTransaction::id),
                issue.map(it -> it.header().expiryHeight()).orElse(0L),
                chain.replay());
        // each change may cost a payment attempts, and there is a bounded number of them
        boolean calm = schedule.faults().isEmpty() && schedule.changes().size() < 2 && !setting.isExpiring();
        int settled = paid.atTheEnd(bank, calm);
        if (setting.isHidden()) {
            paid.allIsFound(bank, chain.supply().outstandingAfter(chain.height()));
        }
        return new RunSummary(
                schedule.seed(),
                world.events(),
                world.nowMillis(),
                chain.height(),
                client.accepted().size(),
                settled,
                setting.isHidden() ? settled : 0,
                bank.expired(),
                bank.expiredAway(),
                configured.changes(),
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
        return chain.carriesAll(workload.bundles())
                && configured.isDone()
                && client.isDone()
                && client.accepted().stream()
                        .allMatch(each -> chain.replay().status(each.id()).isPresent() || client.isStale(each))
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
        StringBuilder text = new StringBuilder("chain " + chain.height() + ", configuration "
                + configured.inForce().version());
        parties.forEach(party -> text.append("\n  ").append(party.describe()));
        committers.forEach(committer -> text.append("\n  ").append(committer.describe()));
        text.append("\n  ").append(bank.describe()).append(' ').append(bank.describePayments());
        text.append("\n  ").append(certifier.describe());
        text.append("\n  ").append(auditor.describe()).append("\n  ").append(client.describe());
        client.accepted().stream()
                .filter(each -> chain.replay().status(each.id()).isEmpty())
                .forEach(each -> text.append("\n  no status: ")
                        .append(each.id())
                        .append(' ')
                        .append(each.header()));
        workload.bundles().stream()
                .filter(each -> !chain.carriesAll(List.of(each)))
                .forEach(each -> text.append("\n  in no block: bundle of ")
                        .append(each.size())
                        .append(" bytes"));
        chain.evidence().reversed().stream()
                .limit(5)
                .forEach(found -> text.append("\n  ").append(found));
        return text.toString();
    }
}
