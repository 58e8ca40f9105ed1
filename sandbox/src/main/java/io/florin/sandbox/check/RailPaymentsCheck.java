package io.florin.sandbox.check;

import io.florin.crypto.Bytes32;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailRefusal;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.rail.FinalPayments;
import io.florin.sandbox.rail.RailConnection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Check of the files that payees keep.
final class RailPaymentsCheck {
    private RailPaymentsCheck() {}

    static final Check PAYMENTS = new Check(
            "rail payments",
            "every file of a final payment that a payee keeps verifies by itself, and its order is executed at every"
                    + " living authority",
            Set.of("lost-journal-tail"),
            RailPaymentsCheck::payments);

    private static CheckResult payments(CheckContext context) {
        List<FinalPayment> kept = new FinalPayments(context.plan().dataDirectory()).read();
        SortedSet<Integer> living = RailReports.atRest(context).authorities();
        try (RailConnection connection = RailConnection.of(context.plan(), new Peer(NodeRole.BANK, 1))) {
            SortedSet<RailAccount> senders = new TreeSet<>();
            for (FinalPayment payment : kept) {
                Optional<RailRefusal> refusal = payment.refusal(connection.scope(), connection.verifier());
                if (refusal.isPresent()) {
                    return CheckResult.broken("the file of " + payment.orderId().toHex() + " proves nothing: "
                            + refusal.get().code());
                }
                senders.add(payment.order().sender());
            }
            for (int authority : living) {
                Set<Bytes32> executed =
                        RailBooks.of(connection, authority, senders).ids();
                List<FinalPayment> missing = kept.stream()
                        .filter(payment -> !executed.contains(payment.orderId()))
                        .toList();
                if (!missing.isEmpty()) {
                    return CheckResult.broken("authority " + authority + " has not executed " + missing.size() + " of "
                            + kept.size() + " final payments, first "
                            + missing.getFirst().orderId().toHex());
                }
            }
        }
        return CheckResult.of(
                !kept.isEmpty(),
                kept.size() + " final payments, each executed at " + living.size() + " living authorities");
    }
}
