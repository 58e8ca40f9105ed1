package io.florin.simulation.rail;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.signing.SigningScheme;
import io.florin.simulation.run.Misfortune;
import io.florin.simulation.run.Schedule;
import io.florin.simulation.world.InvariantViolation;
import io.florin.simulation.world.Node;
import io.florin.simulation.world.SimulatedNetwork;
import io.florin.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// One run of a rail in one thread: four or seven authorities of one to three shards, up to F of them liars, honest
/// owners, one who equivocates, and one who rescues. While faults happen, nothing may go wrong that must not; when they
/// have ceased, every payment of an honest owner becomes final within a bounded time, nothing stays locked, and all
/// honest authorities come to one state.
public final class RailSimulation {
    private static final int OWNERS = 3;
    private static final int SHARDS_MAX = 3;
    private static final int ONE_IN_SEVEN = 3;
    private static final int ONE_IN_MERKLE = 3;
    private static final long DEPOSIT = 1_000;
    private static final long LIVELY_MILLIS = RailFaults.CALM_MILLIS + 30_000;
    private static final long LOOK_MICROS = 250_000;

    private final Schedule schedule;
    private final World world;
    private final TestRail rail;
    private final RailLedger ledger;
    private final RailJudge judge;
    private final List<HonestAuthority> honest = new ArrayList<>();
    private final List<OwnerNode> owners = new ArrayList<>();
    private final EquivocatorNode equivocator;
    private final List<Node> all = new ArrayList<>();
    private final RailSurroundings around;
    private boolean done;

    /// Result of a run that broke nothing.
    ///
    /// @param finished final payments
    /// @param rescued sequences that a rescue brought to an end
    /// @param takenBack executions undone, counted at each authority
    /// @param fingerprint the same for the same run
    public record RailOutcome(
            long seed,
            long events,
            long virtualMillis,
            long finished,
            long rescued,
            long takenBack,
            int restarts,
            long fingerprint) {}

    /// @param schedule its workload is how many payments each honest owner makes
    public RailSimulation(Schedule schedule, RailHabits habits) {
        this.schedule = schedule;
        this.world = new World(schedule.seed());
        Random cast = world.random("cast");
        int authorities = authorities(schedule.seed());
        boolean merkle = cast.nextInt(ONE_IN_MERKLE) == 0;
        this.rail = new TestRail(
                schedule.seed(), authorities, merkle ? SigningScheme.MERKLE_BATCH : SigningScheme.NAIVE_ED25519);
        this.ledger = new RailLedger(world);
        List<Integer> liars = liars(cast, authorities);
        this.judge = new RailJudge(ledger, rail.committee().size().quorum(), liars.size());
        SimulatedNetwork network = new SimulatedNetwork(world);
        this.around = RailSurroundings.of(world, network, rail, ledger, habits, judge);
        for (int number = 1; number <= authorities; number++) {
            if (liars.contains(number)) {
                around.authorities().add(new LyingAuthority(around, number));
            } else {
                HonestAuthority authority = new HonestAuthority(around, number, 1 + cast.nextInt(SHARDS_MAX));
                honest.add(authority);
                around.authorities().add(authority);
            }
        }
        this.equivocator = people(cast);
        all.addAll(around.authorities());
        all.addAll(owners);
        all.add(equivocator);
        all.add(new RescuerNode(around, equivocator));
        Misfortune misfortune = new Misfortune(world, network, RailFaults.CALM_MILLIS);
        misfortune.know(all);
        misfortune.plan(schedule.faults());
        world.at(RailFaults.CALM_MILLIS, equivocator::stop);
    }

    /// Four or seven.
    static int authorities(long seed) {
        return Math.floorMod(seed, ONE_IN_SEVEN) == 0 ? 7 : 4;
    }

    /// The names of those that may fail under a seed.
    static List<String> nodes(long seed) {
        return IntStream.rangeClosed(1, authorities(seed))
                .mapToObj(number -> "authority-" + number)
                .toList();
    }

    private List<Integer> liars(Random cast, int authorities) {
        int count = cast.nextInt(rail.committee().size().faults() + 1);
        return Stream.generate(() -> 1 + cast.nextInt(authorities))
                .distinct()
                .limit(count)
                .toList();
    }

    private EquivocatorNode people(Random cast) {
        List<Ed25519KeyPair> keys =
                IntStream.range(0, OWNERS + 2).mapToObj(_ -> rail.newKey()).toList();
        List<RailAccount> accounts = keys.stream().map(TestRail::accountOf).toList();
        for (int i = 0; i < OWNERS; i++) {
            Ed25519KeyPair key = keys.get(i);
            deposit(cast, accounts.get(i));
            List<OwnerNode.Wish> wishes = IntStream.range(0, schedule.workload())
                    .mapToObj(_ -> wish(cast, key, accounts))
                    .toList();
            owners.add(new OwnerNode(around, "owner-" + i, key, cast.nextBoolean(), wishes, owners));
        }
        deposit(cast, accounts.get(OWNERS));
        return new EquivocatorNode(around, keys.subList(OWNERS, OWNERS + 2), accounts.subList(0, OWNERS), DEPOSIT);
    }

    private void deposit(Random cast, RailAccount account) {
        for (int part = 0; part < 2; part++) {
            ledger.deposit(cast.nextInt(4), rail.newBytes(), account, DEPOSIT / 2);
        }
    }

    /// An honest owner never pays more than its deposits, so it waits for nobody.
    private OwnerNode.Wish wish(Random cast, Ed25519KeyPair own, List<RailAccount> accounts) {
        long amount = 1 + cast.nextLong(DEPOSIT / schedule.workload());
        return cast.nextInt(4) == 0
                ? new OwnerNode.Wish(new RailRecipient.OnLedger(new OwnerKey(own.publicKey())), amount)
                : new OwnerNode.Wish(new RailRecipient.OnRail(accounts.get(cast.nextInt(accounts.size()))), amount);
    }

    public RailOutcome run() {
        all.forEach(Node::start);
        look();
        while (!done && world.step()) {
            if (world.nowMillis() >= LIVELY_MILLIS) {
                throw new InvariantViolation("the rail stands still: " + state());
            }
        }
        return new RailOutcome(
                schedule.seed(),
                world.events(),
                world.nowMillis(),
                judge.finalPayments(),
                judge.rescues().outcomes(),
                judge.rescues().takenBack(),
                all.stream().mapToInt(Node::restarts).sum(),
                world.fingerprint());
    }

    private void look() {
        world.after(LOOK_MICROS, () -> {
            done = world.nowMillis() > RailFaults.CALM_MILLIS
                    && owners.stream().allMatch(OwnerNode::isDone)
                    && judge.missing(honest).findAny().isEmpty();
            look();
        });
    }

    private String state() {
        return String.join(
                ", ",
                Stream.concat(
                                owners.stream().filter(owner -> !owner.isDone()).map(OwnerNode::toString),
                                judge.missing(honest).limit(3))
                        .toList());
    }
}
