package io.florin.simulation.judge;

import static io.florin.simulation.world.InvariantViolation.require;

import io.florin.bank.protocol.PaymentState;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.simulation.bank.BankNode;
import io.florin.simulation.bank.BankPayment;
import io.florin.simulation.bank.CustomerOrder;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Payments of a bank, by what the ledger gave their payee: each order at most once, whatever happens; and in the end
/// each accepted one exactly once, or, where something went wrong, it is rejected with a reason and not paid.
public final class PaymentJudge {
    private final Function<SettlementTransaction, List<Long>> paidBy;
    private final Set<Long> ordered;
    private final Set<Long> paid = new HashSet<>();

    /// @param paidBy amounts that a transaction gives the payee
    /// @param orders of amounts that differ
    public PaymentJudge(Function<SettlementTransaction, List<Long>> paidBy, List<CustomerOrder> orders) {
        this.paidBy = paidBy;
        this.ordered = orders.stream().map(CustomerOrder::amount).collect(Collectors.toSet());
    }

    void after(SerialReplay.Applied block) {
        for (SettlementTransaction transaction : block.committed()) {
            for (long amount : paidBy.apply(transaction)) {
                require(ordered.contains(amount), "payments: nobody ordered to pay " + amount);
                require(paid.add(amount), "payments: " + amount + " is paid twice");
            }
        }
    }

    /// @param calm nothing went wrong; customers have what they order to pay, so nothing may be rejected then
    /// @return how many are settled
    public int atTheEnd(BankNode bank, boolean calm) {
        Set<UUID> known = new HashSet<>();
        for (BankPayment payment : bank.payments()) {
            CustomerOrder order = payment.order();
            known.add(order.id());
            boolean settled = payment.state() == PaymentState.SETTLED;
            require(
                    settled == paid.contains(order.amount()),
                    "payments: " + order.amount() + " is " + payment.state() + ", the ledger says otherwise");
            require(
                    settled || !payment.reason().orElse("").isEmpty(),
                    "payments: " + order.amount() + " is rejected without a reason");
            require(
                    settled || !calm,
                    "payments: " + order.amount() + " is rejected on a calm day: "
                            + payment.reason().orElse(""));
        }
        require(known.containsAll(bank.told()), "payments: one that was accepted is not known any more");
        return paid.size();
    }

    /// Check at the end of a run with a hidden currency: all that is outstanding is found by notes, and what is paid by
    /// its payee.
    public void allIsFound(BankNode bank, long outstanding) {
        long given = paid.stream().mapToLong(Long::longValue).sum();
        require(bank.foundByPayee() == given, "notes: the payee has found " + bank.foundByPayee() + " of " + given);
        require(bank.found() == outstanding, "notes: " + bank.found() + " is found of " + outstanding);
    }
}
