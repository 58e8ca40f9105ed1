package io.florin.simulation.run;

import io.florin.ledger.fixture.ConfigurationStep;
import io.florin.simulation.configuration.PlannedChange;
import io.florin.simulation.ordering.PartyLie;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Draws a schedule from a seed: from a calm day to a storm.
public final class FaultPlan {
    /// By then all faults are over.
    public static final long CALM_MILLIS = 10_000;

    private static final int FAULTS_MAX = 24;
    private static final int WORKLOAD_MAX = 3;
    private static final int ONE_IN_LYING = 3;
    private static final int EFFECTS_MAX = 2_000;
    private static final int DOWN_MAX = 3_000;
    private static final int LONG_MAX = 3_500;

    /// One in so many runs has a change of the configuration, or two.
    private static final int ONE_IN_CHANGING = 4;

    /// In one of so many runs the bank is down for long.
    private static final int ONE_IN_AWAY = 4;

    private static final int AWAY_MIN_MILLIS = 2_000;
    private static final int AWAY_MAX_MILLIS = 7_000;

    /// In one of so many runs with changes the bank does not hear of blocks while one comes into force.
    private static final int ONE_IN_DEAF = 2;

    private static final int DEAF_BEFORE_MAX_MILLIS = 1_500;

    /// Longer than the bank waits before it sends again.
    private static final int DEAF_MIN_MILLIS = 3_500;

    private static final int DEAF_MAX_MILLIS = 6_000;
    private static final int CRASHES_AT_CHANGES_MAX = 4;
    private static final int EFFECTS_AT_CHANGE_MAX = 60;
    private static final long FIRST_CHANGED_VERSION = 2;

    private final Random random;
    private final List<String> nodes;
    private final List<String> parties;
    private final List<String> committers;
    private final List<String> endorsers;

    /// Those that ask what time it is.
    private final List<String> timed;

    private FaultPlan(Random random, List<String> nodes) {
        this.random = random;
        this.nodes = nodes;
        this.parties = nodes.stream().filter(node -> node.startsWith("party")).toList();
        this.committers =
                nodes.stream().filter(node -> node.startsWith("committer")).toList();
        this.endorsers =
                nodes.stream().filter(node -> node.startsWith("endorser")).toList();
        this.timed = nodes.stream()
                .filter(node -> node.startsWith("endorser") || node.startsWith("bank"))
                .toList();
    }

    /// @param nodes that may fail
    public static Schedule draw(long seed, List<String> nodes) {
        Random random = new Random(seed ^ 0x5DEECE66DL);
        FaultPlan plan = new FaultPlan(random, nodes);
        int count = random.nextInt(FAULTS_MAX + 1);
        List<SimulatedFault> faults = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            faults.add(plan.fault());
        }
        if (random.nextInt(ONE_IN_LYING) == 0) {
            PartyLie[] lies = PartyLie.values();
            faults.add(new SimulatedFault.Lies(plan.party(), lies[random.nextInt(lies.length)]));
        }
        if (random.nextInt(ONE_IN_LYING) == 0) {
            faults.add(
                    new SimulatedFault.LiesAboutResults(plan.committers.get(random.nextInt(plan.committers.size()))));
        }
        if (random.nextInt(ONE_IN_LYING) == 0) {
            faults.add(new SimulatedFault.GivesBadShares(plan.endorsers.get(random.nextInt(plan.endorsers.size()))));
        }
        int workload = 2 + random.nextInt(WORKLOAD_MAX);
        List<PlannedChange> changes = random.nextInt(ONE_IN_CHANGING) == 0 ? plan.changes() : List.of();
        for (int i = changes.isEmpty() ? 0 : random.nextInt(CRASHES_AT_CHANGES_MAX + 1); i > 0; i--) {
            faults.add(plan.crashAtChange(changes.size()));
        }
        if (random.nextInt(ONE_IN_AWAY) == 0) {
            faults.addAll(plan.bankAway());
        }
        if (!changes.isEmpty() && random.nextInt(ONE_IN_DEAF) == 0) {
            faults.addAll(plan.bankDeaf(changes));
        }
        return new Schedule(seed, workload, faults, changes);
    }

    private List<PlannedChange> changes() {
        ConfigurationStep[] steps = ConfigurationStep.values();
        long at = 1_000 + random.nextInt(3_500);
        var first = new PlannedChange(steps[random.nextInt(steps.length)], at);
        if (random.nextBoolean()) {
            return List.of(first);
        }
        ConfigurationStep second = first.step() == ConfigurationStep.KEY_BESIDE && random.nextBoolean()
                ? ConfigurationStep.OLD_KEYS_END
                : steps[random.nextInt(steps.length)];
        return List.of(first, new PlannedChange(second, at + random.nextInt(3_000)));
    }

    /// After customers have ordered, for longer than most transactions of an expiring run are good for. In every other
    /// such run all endorsers lose their power meanwhile: what only they have of a payment must be on their disks.
    private List<SimulatedFault> bankAway() {
        long at = 2_500 + random.nextInt(3_500);
        int down = AWAY_MIN_MILLIS + random.nextInt(AWAY_MAX_MILLIS - AWAY_MIN_MILLIS);
        List<SimulatedFault> away = new ArrayList<>();
        away.add(new SimulatedFault.Crash("bank", at, down));
        if (random.nextBoolean()) {
            long out = at + random.nextInt(down);
            endorsers.forEach(
                    endorser -> away.add(new SimulatedFault.Crash(endorser, out, 1 + random.nextInt(DOWN_MAX / 4))));
        }
        return away;
    }

    /// While a change comes into force, no committer's word comes to the bank, which goes on asking endorsers.
    private List<SimulatedFault> bankDeaf(List<PlannedChange> changes) {
        long change = changes.get(random.nextInt(changes.size())).atMillis();
        long at = Math.max(0, change - random.nextInt(DEAF_BEFORE_MAX_MILLIS));
        long during = DEAF_MIN_MILLIS + random.nextInt(DEAF_MAX_MILLIS - DEAF_MIN_MILLIS);
        return committers.stream()
                .<SimulatedFault>map(committer -> new SimulatedFault.CutOneWay(committer, "bank", at, during))
                .toList();
    }

    private SimulatedFault crashAtChange(int changes) {
        return new SimulatedFault.CrashAtChange(
                node(),
                FIRST_CHANGED_VERSION + random.nextInt(changes),
                1 + random.nextInt(1 + random.nextInt(EFFECTS_AT_CHANGE_MAX)),
                1 + random.nextInt(DOWN_MAX));
    }

    private SimulatedFault fault() {
        int dice = random.nextInt(23);
        long at = random.nextLong(CALM_MILLIS - LONG_MAX);
        long during = 200 + random.nextInt(LONG_MAX - 200);
        return switch (dice) {
            case 0, 1, 2, 3 -> new SimulatedFault.Crash(node(), at, 1 + random.nextInt(DOWN_MAX));
            case 4, 5, 6, 7, 8, 9 ->
                new SimulatedFault.CrashAtEffect(
                        node(), 1 + random.nextInt(effectsMax()), 1 + random.nextInt(DOWN_MAX));
            case 10, 11 -> cutOneWay(at, during);
            case 12, 13 -> new SimulatedFault.Isolate(node(), at, during);
            case 14 -> new SimulatedFault.Lose(1 + random.nextInt(30), at, during);
            case 15 -> new SimulatedFault.Double(1 + random.nextInt(50), at, during);
            case 16 -> new SimulatedFault.Slow(node(), 1 + random.nextInt(300), at, during);
            case 17 -> new SimulatedFault.DiskFull(node(), at, during);
            case 18 -> new SimulatedFault.MemberFails(party(), at);
            case 19, 20, 21 -> new SimulatedFault.Outage(party(), 1 + random.nextInt(effectsMax()), downOfEach());
            default ->
                random.nextBoolean()
                        ? new SimulatedFault.ClockPace(node(), 950 + random.nextInt(101))
                        : new SimulatedFault.ClockJump(
                                timed.get(random.nextInt(timed.size())), at, random.nextInt(7_200_000) - 3_600_000);
        };
    }

    private SimulatedFault cutOneWay(long at, long during) {
        int from = random.nextInt(nodes.size());
        int to = (from + 1 + random.nextInt(nodes.size() - 1)) % nodes.size();
        return new SimulatedFault.CutOneWay(nodes.get(from), nodes.get(to), at, during);
    }

    /// Early effects are tried more often: later ones may never come.
    private int effectsMax() {
        return 1 + random.nextInt(EFFECTS_MAX);
    }

    /// Mostly all come back soon, and now and then one stays away for long.
    private List<Integer> downOfEach() {
        return parties.stream()
                .map(_ -> 1 + random.nextInt(random.nextInt(3) == 0 ? 3 * DOWN_MAX : DOWN_MAX / 4))
                .toList();
    }

    private String party() {
        return parties.get(random.nextInt(parties.size()));
    }

    private String node() {
        return nodes.get(random.nextInt(nodes.size()));
    }
}
