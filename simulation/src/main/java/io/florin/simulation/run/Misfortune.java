package io.florin.simulation.run;

import io.florin.simulation.ordering.PartyNode;
import io.florin.simulation.world.Node;
import io.florin.simulation.world.SimulatedNetwork;
import io.florin.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Lets the faults of a schedule happen at their time.
public final class Misfortune {
    private final World world;
    private final SimulatedNetwork network;
    private final Map<String, Node> nodes = new TreeMap<>();
    private final long calmMillis;
    private final Map<Long, List<Runnable>> whenInForce = new TreeMap<>();
    private boolean over;

    /// @param calmMillis when all faults are over
    public Misfortune(World world, SimulatedNetwork network, long calmMillis) {
        this.world = world;
        this.network = network;
        this.calmMillis = calmMillis;
    }

    /// Adds nodes to those that faults may befall.
    public void know(List<? extends Node> all) {
        all.forEach(node -> nodes.put(node.name(), node));
    }

    /// Plans all of them; a fault of a node that is not there is none.
    public void plan(List<SimulatedFault> faults) {
        faults.forEach(this::plan);
        world.at(calmMillis, this::end);
    }

    /// A block has brought this configuration.
    public void inForce(long version) {
        if (!over) {
            whenInForce.getOrDefault(version, List.of()).forEach(Runnable::run);
        }
    }

    private void end() {
        over = true;
        network.heal();
        nodes.values().forEach(Node::heal);
    }

    private void plan(SimulatedFault fault) {
        switch (fault) {
            case SimulatedFault.Crash(String node, long at, long down) -> at(at, node, it -> it.crash(down));
            case SimulatedFault.CrashAtEffect(String node, long effect, long down) ->
                with(node, it -> it.crashAtEffect(effect, down, () -> {}));
            case SimulatedFault.CrashAtChange(String node, long version, long effect, long down) ->
                with(
                        node,
                        it -> whenInForce
                                .computeIfAbsent(version, _ -> new ArrayList<>())
                                .add(() -> it.crashAtEffect(it.effects() + effect, down, () -> {})));
            case SimulatedFault.Outage(String node, long effect, List<Integer> down) ->
                with(node, it -> it.crashAtEffect(effect, down.getFirst(), () -> outage(down)));
            case SimulatedFault.CutOneWay(String from, String to, long at, long during) ->
                during(at, during, () -> network.cut(from, to), () -> network.mend(from, to));
            case SimulatedFault.Isolate(String node, long at, long during) ->
                during(at, during, () -> network.isolate(node), () -> network.rejoin(node));
            case SimulatedFault.Lose(int percent, long at, long during) ->
                during(at, during, () -> network.loses(percent), () -> network.loses(-percent));
            case SimulatedFault.Double(int percent, long at, long during) ->
                during(at, during, () -> network.doubles(percent), () -> network.doubles(-percent));
            case SimulatedFault.Slow(String node, long more, long at, long during) ->
                during(at, during, () -> network.slow(node, more * 1000), () -> network.slow(node, -more * 1000));
            case SimulatedFault.DiskFull(String node, long at, long during) ->
                with(
                        node,
                        it -> during(
                                at,
                                during,
                                () -> it.disk().setFull(true),
                                () -> it.disk().setFull(false)));
            case SimulatedFault.MemberFails(String node, long at) ->
                at(
                        at,
                        node,
                        it -> it.receive(() -> {
                            if (it instanceof PartyNode party) {
                                party.memberFails();
                            }
                        }));
            case SimulatedFault.Lies _, SimulatedFault.LiesAboutResults _, SimulatedFault.GivesBadShares _ -> {
                // the cast is of it
            }
            case SimulatedFault.ClockPace(String node, long perThousand) ->
                with(node, it -> it.clock().runs(perThousand));
            case SimulatedFault.ClockJump(String node, long at, long by) ->
                at(at, node, it -> it.clock().jump(by));
        }
    }

    private void outage(List<Integer> down) {
        nodes.values().forEach(node -> {
            if (node instanceof PartyNode party) {
                party.crash(down.get(party.party()));
            }
        });
    }

    private void with(String name, java.util.function.Consumer<Node> what) {
        Node node = nodes.get(name);
        if (node != null) {
            what.accept(node);
        }
    }

    private void at(long millis, String name, java.util.function.Consumer<Node> what) {
        with(name, node -> world.at(millis, () -> what.accept(node)));
    }

    private void during(long at, long during, Runnable begin, Runnable end) {
        world.at(at, begin);
        world.at(at + during, () -> {
            if (!over) {
                end.run();
            }
        });
    }
}
