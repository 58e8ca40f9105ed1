package io.florin.simulation.endorser;

import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.SettledBlock;
import io.florin.simulation.configuration.PlannedConfigurations;
import io.florin.simulation.follower.FollowerHabits;
import io.florin.simulation.follower.FollowerSurroundings;
import io.florin.simulation.follower.ResultFollower;
import io.florin.simulation.world.Life;
import java.util.List;
import java.util.Optional;

/// Officers who change the configuration: each change is submitted to one endorser after the other until it is in
/// force, as a new transaction where the one before has expired. What a central bank's service does besides is not
/// here.
public final class OfficersNode extends ResultFollower {
    private static final long LOOK_MILLIS = 200;
    private static final long AGAIN_MILLIS = 1_200;

    private final FollowerSurroundings around;
    private final PlannedConfigurations planned;
    private final List<EndorserNode> endorsers;
    private NetworkConfiguration inForce;
    private long height;
    private Optional<ConfigurationChange> sent = Optional.empty();
    private long sentMillis = -AGAIN_MILLIS;
    private int turn;

    /// @param endorsers filled when all are there
    public OfficersNode(FollowerSurroundings around, PlannedConfigurations planned, List<EndorserNode> endorsers) {
        super("officers", around, FollowerHabits.HONEST);
        this.around = around;
        this.planned = planned;
        this.endorsers = endorsers;
        this.inForce = around.genesis().configuration();
    }

    @Override
    protected void resume(List<SettledBlock> settled, Life life) {
        settled.forEach(this::take);
        life.every(LOOK_MILLIS, this::look);
    }

    @Override
    protected boolean mayTake(SettledBlock block, Life life) {
        return true;
    }

    @Override
    protected void take(SettledBlock block) {
        inForce = block.after().configuration();
        height = block.number();
    }

    private void look() {
        int next = (int) (inForce.version() - around.genesis().configuration().version());
        boolean due = next < planned.changes().size()
                && world().nowMillis() >= planned.changes().get(next).atMillis();
        if (!due || sentMillis + AGAIN_MILLIS > clock().steadyMillis()) {
            return;
        }
        ConfigurationChange change = sent.filter(this::canCommit).orElseGet(() -> change(next));
        sent = Optional.of(change);
        sentMillis = clock().steadyMillis();
        EndorserNode endorser = endorsers.get(turn++ % endorsers.size());
        around.network()
                .send(
                        this,
                        endorser,
                        () -> endorser.submit(List.of(Submission.of(change)), _ -> {
                            // the ledger tells
                        }));
    }

    private boolean canCommit(ConfigurationChange change) {
        return change.header().configurationVersion() == inForce.version()
                && change.header().expiryHeight() > height;
    }

    private ConfigurationChange change(int number) {
        return planned.network(number)
                .change(
                        planned.network(number + 1).configuration(),
                        inForce.limits().expiryHeight(height));
    }
}
