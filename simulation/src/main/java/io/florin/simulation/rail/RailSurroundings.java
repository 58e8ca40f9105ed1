package io.florin.simulation.rail;

import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import io.florin.simulation.world.SimulatedNetwork;
import io.florin.simulation.world.World;
import java.util.ArrayList;
import java.util.List;

/// Parts that the nodes of a rail share.
///
/// @param authorities authority a at place a − 1, complete before anything happens
record RailSurroundings(
        World world,
        SimulatedNetwork network,
        TestRail rail,
        CommitteeVerifier verifier,
        RailLedger ledger,
        RailHabits habits,
        RailJudge judge,
        List<RailAuthority> authorities) {

    static RailSurroundings of(
            World world,
            SimulatedNetwork network,
            TestRail rail,
            RailLedger ledger,
            RailHabits habits,
            RailJudge judge) {
        CommitteeVerifier verifier = habits.verifier(new RememberedCommittee(rail.verifier()));
        return new RailSurroundings(world, network, rail, verifier, ledger, habits, judge, new ArrayList<>());
    }

    RailAuthority authority(int number) {
        return authorities.get(number - 1);
    }
}
