package io.florin.simulation.endorser;

import io.florin.endorser.protocol.SubmissionOutcome;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Submission;
import io.florin.simulation.world.Life;
import io.florin.simulation.world.Node;
import io.florin.simulation.world.SimulatedNetwork;
import io.florin.simulation.world.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Submits to one endorser after the other until it is told of each transaction that it is accepted or refused; what is
/// accepted, it never brings again.
public final class ClientNode extends Node {
    private static final long AGAIN_MICROS = 1_500_000;

    private final SimulatedNetwork network;
    private final List<EndorserNode> endorsers;
    private final List<List<Submission>> orders;
    private final long withinMillis;
    private final Set<TransactionId> accepted = new HashSet<>();
    private final Set<TransactionId> refused = new HashSet<>();

    /// @param orders each submitted together
    public ClientNode(
            World world,
            SimulatedNetwork network,
            List<EndorserNode> endorsers,
            List<List<Submission>> orders,
            long withinMillis) {
        super(world, "client");
        this.network = network;
        this.endorsers = endorsers;
        this.orders = orders;
        this.withinMillis = withinMillis;
    }

    @Override
    protected void boot(Life begun) {
        for (int i = 0; i < orders.size(); i++) {
            List<Submission> order = orders.get(i);
            int first = i;
            begun.after(i * withinMillis * 1000 / orders.size(), () -> submit(begun, order, first));
        }
    }

    @Override
    protected void forget() {
        // it never fails
    }

    private void submit(Life life, List<Submission> order, int turn) {
        List<Submission> open = order.stream()
                .filter(each -> !isAnswered(each.transaction().id()))
                .toList();
        if (open.isEmpty()) {
            return;
        }
        EndorserNode endorser = endorsers.get(turn % endorsers.size());
        network.<List<SubmissionOutcome>>call(
                this, life, endorser, answer -> endorser.submit(open, answer), outcomes -> answered(open, outcomes));
        life.after(AGAIN_MICROS, () -> submit(life, order, turn + 1));
    }

    private boolean isAnswered(TransactionId id) {
        return accepted.contains(id) || refused.contains(id);
    }

    private void answered(List<Submission> open, List<SubmissionOutcome> outcomes) {
        for (int i = 0; i < outcomes.size(); i++) {
            TransactionId id = open.get(i).transaction().id();
            switch (outcomes.get(i)) {
                case SubmissionOutcome.Endorsed _ -> accepted.add(id);
                case SubmissionOutcome.Refused _ -> refused.add(id);
                case SubmissionOutcome.Unavailable _ -> {
                    // brought again
                }
            }
        }
    }

    /// Transactions whose acceptance it may rely on.
    public Set<TransactionId> accepted() {
        return accepted;
    }

    /// Whether it has been told of everything.
    public boolean isDone() {
        List<Submission> all = new ArrayList<>();
        orders.forEach(all::addAll);
        return all.stream().allMatch(each -> isAnswered(each.transaction().id()));
    }

    public String describe() {
        return "client: " + accepted.size() + " accepted, " + refused.size() + " refused, done " + isDone();
    }
}
