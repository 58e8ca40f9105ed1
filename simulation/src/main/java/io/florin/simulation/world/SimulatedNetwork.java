package io.florin.simulation.world;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/// Network between nodes. Messages come late, in another order, twice or not at all; a link may be cut in one direction
/// only. Nothing is kept for a node that is down.
public final class SimulatedNetwork {
    private static final long SHORTEST_MICROS = 200;
    private static final long USUAL_MICROS = 4_000;
    private static final long SLOW_MICROS = 120_000;
    private static final int ONE_IN_SLOW = 50;
    private static final int PERCENT = 100;

    private final World world;
    private final Map<Link, Random> chance = new HashMap<>();
    private final Map<Link, Integer> cuts = new HashMap<>();
    private final Map<String, Integer> isolated = new HashMap<>();
    private final Map<String, Long> slow = new HashMap<>();
    private int lossPercent;
    private int doublePercent;

    private record Link(String from, String to) {}

    public SimulatedNetwork(World world) {
        this.world = world;
    }

    // ---- faults

    public void cut(String from, String to) {
        cuts.merge(new Link(from, to), 1, Integer::sum);
    }

    public void mend(String from, String to) {
        cuts.merge(new Link(from, to), -1, Integer::sum);
    }

    public void isolate(String node) {
        isolated.merge(node, 1, Integer::sum);
    }

    public void rejoin(String node) {
        isolated.merge(node, -1, Integer::sum);
    }

    public void slow(String node, long moreMicros) {
        slow.merge(node, moreMicros, Long::sum);
    }

    public void loses(int percent) {
        lossPercent += percent;
    }

    public void doubles(int percent) {
        doublePercent += percent;
    }

    /// Everything works.
    public void heal() {
        cuts.clear();
        isolated.clear();
        slow.clear();
        lossPercent = 0;
        doublePercent = 0;
    }

    public boolean connects(String from, String to) {
        return cuts.getOrDefault(new Link(from, to), 0) == 0
                && isolated.getOrDefault(from, 0) == 0
                && isolated.getOrDefault(to, 0) == 0;
    }

    // ---- what nodes do

    /// One message, perhaps.
    public void send(Node from, Node to, Runnable arrival) {
        Random random = chance.computeIfAbsent(
                new Link(from.name(), to.name()), link -> world.random("link " + link.from + " to " + link.to));
        int dice = random.nextInt(PERCENT);
        if (!connects(from.name(), to.name()) || dice < lossPercent) {
            return;
        }
        deliver(from, to, random, arrival);
        if (dice >= PERCENT - doublePercent) {
            deliver(from, to, random, arrival);
        }
    }

    private void deliver(Node from, Node to, Random random, Runnable arrival) {
        long range = random.nextInt(ONE_IN_SLOW) == 0 ? SLOW_MICROS : USUAL_MICROS;
        long delay = SHORTEST_MICROS
                + random.nextLong(range)
                + slow.getOrDefault(from.name(), 0L)
                + slow.getOrDefault(to.name(), 0L);
        world.after(delay, () -> to.receive(arrival));
    }

    /// A request with an answer; silence when either is lost. The answer comes only to the process that asked.
    ///
    /// @param serve at the one that is asked; gives its answer, now or later
    public <A> void call(Node from, Life asking, Node to, Consumer<Consumer<A>> serve, Consumer<A> answer) {
        send(
                from,
                to,
                () -> serve.accept(result -> send(to, from, () -> {
                    if (!asking.isOver()) {
                        answer.accept(result);
                    }
                })));
    }
}
