package io.florin.simulation.endorser;

import io.florin.endorser.gather.ShareCombiner;
import io.florin.endorser.protocol.Enrollments;
import io.florin.simulation.broker.Broker;
import io.florin.simulation.configuration.PlannedConfigurations;
import io.florin.simulation.follower.FollowerSurroundings;
import java.util.List;

/// Surroundings of an endorser.
///
/// @param keys of which each endorser has a share
/// @param rules of all currencies
/// @param combiner without state of its own but the keys that it has read
/// @param peers filled when all are there, in the order of their share indexes
public record EndorserSurroundings(
        FollowerSurroundings ledger,
        Broker broker,
        Enrollments enrollments,
        EndorserRules rules,
        PlannedConfigurations keys,
        ShareCombiner combiner,
        List<EndorserNode> peers) {}
