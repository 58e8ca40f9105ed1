package io.florin.bank.deposits;

import io.florin.bank.protocol.MoneyMover;
import io.florin.bank.protocol.MoneyOrder;
import io.florin.bank.protocol.MoneyOrder.Kind;
import io.florin.bank.protocol.PaymentService;
import io.florin.bank.protocol.PaymentView;
import io.florin.ledger.Amount;
import java.util.Set;
import java.util.function.Supplier;

/// Exchanges between deposits and wallets that persons order.
final class ExchangeMover implements MoneyMover {

    private final Deposits deposits;
    private final PaymentService payments;

    ExchangeMover(Deposits deposits, PaymentService payments) {
        this.deposits = deposits;
        this.payments = payments;
    }

    @Override
    public Set<Kind> kinds() {
        return Set.of(Kind.FUNDING, Kind.DEFUNDING);
    }

    @Override
    public Supplier<String> prepare(MoneyOrder order, String traceId) {
        Amount amount = Amount.of(order.amount());
        return () -> {
            PaymentView payment = order.kind() == Kind.FUNDING
                    ? deposits.fund(payments, order.wallet(), amount, traceId)
                    : deposits.defund(payments, order.wallet(), amount, traceId);
            return "/console/payments/" + payment.id();
        };
    }
}
