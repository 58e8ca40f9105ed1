package io.florin.bank.approvals;

import io.florin.bank.approvals.HeldOrders.Held;
import io.florin.bank.idempotency.Idempotent;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.ApprovalProperties;
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

/// The one rule for everything that moves money: above `florin.bank.approval.above` no person does it alone, and above
/// `florin.bank.approval.programs-above` no program does; a held credit nobody releases alone. Every form of the
/// console and every call of the API that moves money asks here. An order's kind decides who carries it out, its amount
/// alone whether one person may order it.
public final class FourEyes {

    private static final Logger LOG = LoggerFactory.getLogger(FourEyes.class);

    private final ApprovalProperties properties;
    private final HeldOrders held;
    private final Idempotent idempotent;
    private final Map<MoneyOrder.Kind, MoneyMover> movers = new EnumMap<>(MoneyOrder.Kind.class);

    /// @throws IllegalStateException when a kind has not exactly one mover
    FourEyes(ApprovalProperties properties, HeldOrders held, Idempotent idempotent, List<MoneyMover> all) {
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

    /// Does what a clerk orders, or keeps it until somebody else has approved it.
    ///
    /// @param key made with the form, so that sending it twice does it once
    /// @return 202 with `page`, where what became of it is shown, or a refusal
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

    /// Whether a second person must look at it before it is done.
    ///
    /// @param amount minor units; of a file the sum of its lines
    public boolean needsSecondPerson(long amount) {
        return amount > properties.above();
    }

    /// A program's order.
    ///
    /// @param amount minor units; of a file the sum of its lines
    /// @throws io.florin.runtime.http.ProblemException 422 when it is more than a program may order: persons have to
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
