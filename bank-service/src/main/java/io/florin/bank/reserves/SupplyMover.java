package io.florin.bank.reserves;

import io.florin.bank.protocol.MoneyMover;
import io.florin.bank.protocol.MoneyOrder;
import io.florin.bank.protocol.MoneyOrder.Kind;
import io.florin.ledger.Amount;
import io.florin.ledger.client.SupplyRequest.Direction;
import java.util.Set;
import java.util.function.Supplier;

/// Supply orders of persons.
final class SupplyMover implements MoneyMover {

    private final SupplyOrders orders;

    SupplyMover(SupplyOrders orders) {
        this.orders = orders;
    }

    @Override
    public Set<Kind> kinds() {
        return Set.of(Kind.WITHDRAWAL, Kind.REDEMPTION);
    }

    static Kind kind(Direction direction) {
        return direction == Direction.WITHDRAWAL ? Kind.WITHDRAWAL : Kind.REDEMPTION;
    }

    @Override
    public Supplier<String> prepare(MoneyOrder order, String traceId) {
        Direction direction = order.kind() == Kind.WITHDRAWAL ? Direction.WITHDRAWAL : Direction.REDEMPTION;
        return () -> {
            orders.order(direction, Amount.of(order.amount()));
            return "/console/reserves";
        };
    }
}
