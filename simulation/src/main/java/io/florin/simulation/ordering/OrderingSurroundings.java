package io.florin.simulation.ordering;

import io.florin.ordering.protocol.Parties;
import io.florin.simulation.broker.Broker;
import io.florin.simulation.world.SimulatedNetwork;
import io.florin.simulation.world.World;
import java.util.ArrayList;
import java.util.List;

/// Surroundings of a party: the world, the other parties, the broker, the library's groups and whoever watches.
public final class OrderingSurroundings {
    private final World world;
    private final SimulatedNetwork network;
    private final Broker broker;
    private final ConsensusGroups groups;
    private final PartyNode.Watch watch;
    private final List<PartyNode> parties = new ArrayList<>();

    public OrderingSurroundings(
            World world, SimulatedNetwork network, Broker broker, Parties parties, PartyNode.Watch watch) {
        this.world = world;
        this.network = network;
        this.broker = broker;
        this.groups = new ConsensusGroups(world, network, parties);
        this.watch = watch;
    }

    /// Parties are numbered from 0 in the order they come.
    public void add(PartyNode party) {
        parties.add(party);
    }

    public World world() {
        return world;
    }

    public SimulatedNetwork network() {
        return network;
    }

    Broker broker() {
        return broker;
    }

    ConsensusGroups groups() {
        return groups;
    }

    PartyNode.Watch watch() {
        return watch;
    }

    public PartyNode party(int id) {
        return parties.get(id);
    }

    List<PartyNode> others(int id) {
        return parties.stream().filter(party -> party.party() != id).toList();
    }
}
