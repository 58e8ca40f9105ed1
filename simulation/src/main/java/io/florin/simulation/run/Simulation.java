package io.florin.simulation.run;

import static io.florin.simulation.world.Violation.require;

import io.florin.crypto.Bytes;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.RandomWorkload;
import io.florin.ordering.protocol.Ed25519PartyKeys;
import io.florin.ordering.protocol.Parties;
import io.florin.simulation.broker.Broker;
import io.florin.simulation.committer.BlockChecks;
import io.florin.simulation.committer.CommitterNode;
import io.florin.simulation.committer.CommitterSurroundings;
import io.florin.simulation.judge.ChainJudge;
import io.florin.simulation.judge.CommitterJudge;
import io.florin.simulation.ordering.OrderingSurroundings;
import io.florin.simulation.ordering.PartyNode;
import io.florin.simulation.ordering.RememberedChecks;
import io.florin.simulation.world.Node;
import io.florin.simulation.world.SimulatedNetwork;
import io.florin.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// One run of the whole platform in one thread. While faults happen, nothing may go wrong that must not; when they have
/// ceased, everything that was submitted becomes final within a bounded time.
public final class Simulation {
    private static final int PARTIES = 4;
    private static final int COMMITTERS = 2;
    private static final long LIVELY_MILLIS = FaultPlan.CALM_MILLIS + 90_000;
    private static final long LOOK_EVERY_MICROS = 250_000;

    private final Schedule schedule;
    private final Cast cast;
    private final World world;
    private final List<PartyNode> parties = new ArrayList<>();
    private final List<CommitterNode> committers = new ArrayList<>();
    private final List<Node> all = new ArrayList<>();
    private final ChainJudge chain;
    private final CommitterJudge committed;
    private final List<Bytes> bundles = new ArrayList<>();
    private final Misfortune misfortune;
    private boolean done;

    public Simulation(Schedule schedule, Cast cast) {
        this.schedule = schedule;
        this.cast = cast;
        this.world = new World(schedule.seed());
        TestNetwork keys = TestNetwork.ofThreeCommitters(schedule.seed());
        Genesis genesis = keys.genesis();
        SimulatedNetwork network = new SimulatedNetwork(world);
        Broker broker = new Broker(world);
        this.chain = new ChainJudge(genesis, places("party-", PARTIES));
        this.committed = new CommitterJudge(chain, places("committer-", COMMITTERS));
        var ordering = new OrderingSurroundings(
                world, network, broker, Parties.of(genesis.configuration().ordering()), chain);
        RememberedChecks checks = new RememberedChecks();
        for (int id = 0; id < PARTIES; id++) {
            var own = new Ed25519PartyKeys(
                    id, keys.party(id), genesis.configuration().ordering());
            PartyNode party = new PartyNode(id, checks.of(own), genesis, ordering, cast.party(id));
            parties.add(party);
            ordering.add(party);
        }
        var committing = new CommitterSurroundings(
                world, network, broker, parties, new BlockChecks(genesis.networkId()), committed);
        for (int place = 0; place < COMMITTERS; place++) {
            committers.add(new CommitterNode(
                    place, keys.committer(place), genesis, 1 + place, committing, cast.committer(place)));
        }
        committed.watch(committers);
        RandomWorkload workload = new RandomWorkload(keys, schedule.seed());
        for (int i = 1; i <= schedule.workload(); i++) {
            bundles.addAll(workload.entries(i));
        }
        all.add(broker);
        all.addAll(parties);
        all.addAll(committers);
        all.add(new BundlePublisher(world, network, broker, parties, bundles, 15_000));
        misfortune = new Misfortune(world, network, all);
    }

    /// Nodes that a schedule may name.
    public static List<String> nodes() {
        List<String> names = new ArrayList<>(List.of("broker"));
        IntStream.range(0, PARTIES).forEach(id -> names.add("party-" + id));
        IntStream.range(0, COMMITTERS).forEach(place -> names.add("committer-" + place));
        return names;
    }

    private Set<Integer> places(String prefix, int count) {
        return IntStream.range(0, count)
                .filter(place -> cast.isLiar(prefix + place))
                .boxed()
                .collect(Collectors.toSet());
    }

    /// @throws io.florin.simulation.world.Violation when something happened that must not
    public Outcome run() {
        misfortune.plan(schedule.faults());
        all.forEach(node -> world.after(world.nowMicros(), node::start));
        world.at(FaultPlan.CALM_MILLIS, this::look);
        while (!done) {
            require(world.step(), "liveness: nothing is left to do");
        }
        honestCommitters().forEach(committed::atTheEnd);
        return new Outcome(
                schedule.seed(),
                world.events(),
                world.nowMillis(),
                chain.height(),
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
                && parties.stream()
                        .filter(party -> !cast.isLiar(party.name()))
                        .allMatch(party -> party.isUp() && party.stored().size() == chain.height())
                && honestCommitters().allMatch(it -> it.isUp() && it.height() == chain.height() && it.isAtRest());
    }

    private java.util.stream.Stream<CommitterNode> honestCommitters() {
        return committers.stream().filter(committer -> !cast.isLiar(committer.name()));
    }

    private String describe() {
        StringBuilder text = new StringBuilder("chain " + chain.height());
        parties.forEach(party -> text.append("\n  ").append(party.describe()));
        committers.forEach(committer -> text.append("\n  ").append(committer.describe()));
        chain.evidence().reversed().stream()
                .limit(5)
                .forEach(found -> text.append("\n  ").append(found));
        return text.toString();
    }
}
