package io.florin.simulation.follower;

import io.florin.ledger.config.Genesis;
import io.florin.ledger.rules.BundleCheck;
import io.florin.simulation.committer.CommitterNode;
import io.florin.simulation.ordering.PartyNode;
import io.florin.simulation.world.SimulatedNetwork;
import io.florin.simulation.world.World;
import java.util.List;

/// Surroundings of a follower.
public record FollowerSurroundings(
        World world,
        SimulatedNetwork network,
        Genesis genesis,
        List<PartyNode> parties,
        List<CommitterNode> committers,
        BundleCheck check,
        RememberedResults results,
        FollowerWatch watch) {}
