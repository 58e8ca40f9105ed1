package io.florin.bank.approvals;

import io.florin.bank.approvals.HeldOrders.Held;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.ApprovalProperties;
import io.florin.bank.protocol.FourEyes;
import io.florin.bank.protocol.Idempotent;
import io.florin.bank.protocol.MoneyMover;
import io.florin.bank.protocol.MoneyOrder;
import io.florin.runtime.observability.TraceContext;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.ResponseEntity;

/// The rule. An order's kind decides who carries it out, its amount alone whether one person may order it.
final class ApprovalRule implements FourEyes {

    private static final Logger LOG = LoggerFactory.getLogger(ApprovalRule.class);

    private final ApprovalProperties properties;
    private final HeldOrders held;
    private final Idempotent idempotent;
    private final Map<MoneyOrder.Kind, MoneyMover> movers = new EnumMap<>(MoneyOrder.Kind.class);

    /// @throws IllegalStateException when a kind has not exactly one mover
    ApprovalRule(ApprovalProperties properties, HeldOrders held, Idempotent idempotent, List<MoneyMover> all) {
        this.properties = properties;
        this.held = held;
        this.idempotent = idempotent;
        for (MoneyMover mover : all) {
            for (MoneyOrder.Kind kind : mover.kinds()) {
                if (movers.put(kind, mover) != null) {
                    throw new IllegalStateException("two carry out " + kind);
                }
            }
        }
        if (movers.size() != MoneyOrder.Kind.values().length) {
            throw new IllegalStateException("only these are carried out: " + movers.keySet());
        }
        if (properties.areProgramsUnlimited()) {
            LOG.warn("programs may order any amount: florin.bank.approval.programs-above is not set");
        }
    }

    @Override
    public ResponseEntity<String> order(MoneyOrder order, String clerk, String key) {
        return idempotent.once(
                clerk,
                key,
                "console/orders",
                order,
                () -> prepare(order),
                act -> Map.of("page", needsSecondPerson(order) ? kept(order, clerk) : act.get()));
    }

    private Supplier<String> prepare(MoneyOrder order) {
        return mover(order).prepare(order, TraceContext.currentOrNew().traceId());
    }

    private MoneyMover mover(MoneyOrder order) {
        return Objects.requireNonNull(movers.get(order.kind()));
    }

    private String kept(MoneyOrder order, String clerk) {
        held.enter(order, clerk);
        return ApprovalPages.PATH;
    }

    private boolean needsSecondPerson(MoneyOrder order) {
        return order.kind().isNeverAlone() || needsSecondPerson(order.amount());
    }

    @Override
    public boolean needsSecondPerson(long amount) {
        return amount > properties.above();
    }

    @Override
    public void checkProgram(long amount) {
        if (amount > properties.programsAbove()) {
            throw ApiProblems.refused(
                    "approval-needed", "a program may not order so much; two persons can, at the bank's console");
        }
    }

    /// @return the page that shows what was done
    String approve(UUID id, String approver) {
        Held waiting = held.find(id).orElseThrow(() -> ApiProblems.unknown("order to approve"));
        MoneyOrder order = waiting.order();
        Supplier<String> act = prepare(order);
        return held.approve(
                id,
                () -> {
                    String page = act.get();
                    mover(order).approved(order, waiting.enteredBy(), approver);
                    return page;
                },
                approver);
    }
}
