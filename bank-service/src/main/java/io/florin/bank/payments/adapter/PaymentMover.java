package io.florin.bank.payments.adapter;

import io.florin.bank.payments.adapter.PaymentOrders.Stated;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.MoneyMover;
import io.florin.bank.protocol.MoneyOrder;
import io.florin.bank.protocol.PaymentOrder;
import java.util.Set;
import java.util.function.Supplier;

/// Payments that persons order. Asks the payee's bank before, so that only what can be paid waits for a second person.
final class PaymentMover implements MoneyMover {

    private final Payments payments;
    private final PaymentOrders orders;

    PaymentMover(Payments payments, PaymentOrders orders) {
        this.payments = payments;
        this.orders = orders;
    }

    @Override
    public Set<MoneyOrder.Kind> kinds() {
        return Set.of(MoneyOrder.Kind.PAYMENT);
    }

    @Override
    public Supplier<String> prepare(MoneyOrder order, String traceId) {
        PaymentOrder resolved = orders.order(new Stated(
                order.wallet(),
                order.payeeName(),
                order.payeeAccount(),
                order.amount(),
                order.endToEndId(),
                "",
                order.remittance(),
                order.executionDate()));
        return () -> "/console/payments/"
                + ApiProblems.accepted(payments.accept(resolved, traceId)).id();
    }
}
