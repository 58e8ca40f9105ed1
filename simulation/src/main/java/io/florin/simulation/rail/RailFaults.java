package io.florin.simulation.rail;

import io.florin.simulation.run.Schedule;
import io.florin.simulation.run.SimulatedFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Draws what goes wrong on a rail from a seed: from a calm day to a storm.
final class RailFaults {
    /// By then all faults are over.
    static final long CALM_MILLIS = 5_000;

    private static final int FAULTS_MAX = 12;
    private static final int WORKLOAD_MAX = 3;
    private static final int EFFECTS_MAX = 600;
    private static final int DOWN_MAX = 1_500;
    private static final int LONG_MAX = 1_500;

    private final Random random;
    private final List<String> nodes;

    private RailFaults(Random random, List<String> nodes) {
        this.random = random;
        this.nodes = nodes;
    }

    /// @param nodes authorities
    static Schedule draw(long seed, List<String> nodes) {
        Random random = new Random(seed ^ 0x5DEECE66DL);
        RailFaults plan = new RailFaults(random, nodes);
        int count = random.nextInt(FAULTS_MAX + 1);
        List<SimulatedFault> faults = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            faults.add(plan.fault());
        }
        return new Schedule(seed, 1 + random.nextInt(WORKLOAD_MAX), faults);
    }

    private SimulatedFault fault() {
        long at = random.nextLong(CALM_MILLIS - LONG_MAX);
        long during = 200 + random.nextInt(LONG_MAX - 200);
        return switch (random.nextInt(12)) {
            case 0, 1 -> new SimulatedFault.Crash(node(), at, 1 + random.nextInt(DOWN_MAX));
            case 2, 3, 4, 5 ->
                new SimulatedFault.CrashAtEffect(node(), 1 + random.nextInt(EFFECTS_MAX), 1 + random.nextInt(DOWN_MAX));
            case 6 -> cutOneWay(at, during);
            case 7 -> new SimulatedFault.Isolate(node(), at, during);
            case 8 -> new SimulatedFault.Lose(1 + random.nextInt(40), at, during);
            case 9 -> new SimulatedFault.Double(1 + random.nextInt(50), at, during);
            case 10 -> new SimulatedFault.Slow(node(), 1 + random.nextInt(300), at, during);
            default -> new SimulatedFault.DiskFull(node(), at, during);
        };
    }

    private SimulatedFault cutOneWay(long at, long during) {
        int from = random.nextInt(nodes.size());
        int to = (from + 1 + random.nextInt(nodes.size() - 1)) % nodes.size();
        return new SimulatedFault.CutOneWay(nodes.get(from), nodes.get(to), at, during);
    }

    private String node() {
        return nodes.get(random.nextInt(nodes.size()));
    }
}
