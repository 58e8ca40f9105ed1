package io.florin.sandbox.check;

import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.RailAccount;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.rail.FinalPayments;
import io.florin.sandbox.rail.RailConnection;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Check of what accounts had when they paid.
final class RailBalancesCheck {
    private RailBalancesCheck() {}

    static final Check BALANCES = new Check(
            "rail balances",
            "no account is ever below zero: what each authority executed is covered by deposits of the ledger and what"
                    + " was received before",
            Set.of("colluding-authorities"),
            RailBalancesCheck::balances);

    /// By the checks' own replay of what each authority shows as executed: an authority does not say itself that a
    /// balance is below zero, since it has no such number.
    private static CheckResult balances(CheckContext context) {
        Map<RailAccount, Long> deposits = RailLedger.of(context).deposits();
        SortedSet<RailAccount> known = new TreeSet<>(deposits.keySet());
        new FinalPayments(context.plan().dataDirectory())
                .read().stream().map(FinalPayment::order).forEach(order -> known.add(order.sender()));
        SortedSet<Integer> living = RailReports.atRest(context).authorities();
        int accounts = 0;
        try (RailConnection connection = RailConnection.of(context.plan(), new Peer(NodeRole.BANK, 1))) {
            for (int authority : living) {
                RailBooks books = RailBooks.of(connection, authority, known);
                Set<RailAccount> uncovered = books.uncovered(deposits);
                if (!uncovered.isEmpty()) {
                    return CheckResult.broken("authority " + authority + " executed orders of "
                            + uncovered.iterator().next() + " for which the account never had the money");
                }
                accounts = books.orders().size();
            }
        }
        return CheckResult.of(
                accounts > 0, accounts + " accounts, none ever below zero at " + living.size() + " authorities");
    }
}
