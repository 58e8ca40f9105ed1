package io.florin.simulation.committer;

import io.florin.simulation.broker.Broker;
import io.florin.simulation.ordering.PartyNode;
import io.florin.simulation.world.SimulatedNetwork;
import io.florin.simulation.world.World;
import java.util.List;

/// Surroundings of a committer.
public record CommitterSurroundings(
        World world,
        SimulatedNetwork network,
        Broker broker,
        List<PartyNode> parties,
        BlockChecks checks,
        CommitterNode.Watch watch) {}
