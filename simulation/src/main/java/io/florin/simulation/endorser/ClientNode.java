package io.florin.simulation.endorser;

import io.florin.endorser.protocol.SubmissionOutcome;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Submission;
import io.florin.ledger.rules.RefusalReason;
import io.florin.simulation.world.Life;
import io.florin.simulation.world.Node;
import io.florin.simulation.world.SimulatedNetwork;
import io.florin.simulation.world.World;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/// Submits to one endorser after the other until it is told of each transaction that it is accepted or refused; what is
/// accepted, it never brings again.
public final class ClientNode extends Node {
    private static final long AGAIN_MICROS = 1_500_000;

    private final SimulatedNetwork network;
    private final List<EndorserNode> endorsers;
    private final List<ClientOrder> orders;
    private final LongSupplier inForce;
    private final Map<TransactionId, ClientTransaction> accepted = new LinkedHashMap<>();
    private final Set<TransactionId> refused = new HashSet<>();

    /// @param inForce version of the ledger's configuration: what is made for it or a later one is not stale yet,
    ///     whatever an endorser that is behind says
    public ClientNode(
            World world,
            SimulatedNetwork network,
            List<EndorserNode> endorsers,
            List<ClientOrder> orders,
            LongSupplier inForce) {
        super(world, "client");
        this.network = network;
        this.endorsers = endorsers;
        this.orders = orders;
        this.inForce = inForce;
    }

    @Override
    protected void boot(Life begun) {
        for (int i = 0; i < orders.size(); i++) {
            ClientOrder order = orders.get(i);
            int first = i;
            begun.after(order.atMicros(), () -> submit(begun, order.submissions(), first));
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
        return accepted.containsKey(id) || refused.contains(id);
    }

    private void answered(List<Submission> open, List<SubmissionOutcome> outcomes) {
        for (int i = 0; i < outcomes.size(); i++) {
            ClientTransaction transaction = open.get(i).transaction();
            switch (outcomes.get(i)) {
                case SubmissionOutcome.Endorsed _ -> accepted.put(transaction.id(), transaction);
                case SubmissionOutcome.Refused(RefusalReason reason) -> {
                    if (reason != RefusalReason.STALE_CONFIGURATION || isStale(transaction)) {
                        refused.add(transaction.id());
                    }
                }
                case SubmissionOutcome.Unavailable _ -> {
                    // brought again
                }
            }
        }
    }

    /// Whether nothing made for its configuration can commit any more.
    public boolean isStale(ClientTransaction transaction) {
        return transaction.header().configurationVersion() < inForce.getAsLong();
    }

    /// Transactions whose acceptance it may rely on.
    public Collection<ClientTransaction> accepted() {
        return accepted.values();
    }

    /// Whether it has been told of everything.
    public boolean isDone() {
        List<Submission> all = new ArrayList<>();
        orders.forEach(order -> all.addAll(order.submissions()));
        return all.stream().allMatch(each -> isAnswered(each.transaction().id()));
    }

    public String describe() {
        return "client: " + accepted.size() + " accepted, " + refused.size() + " refused, done " + isDone();
    }
}
