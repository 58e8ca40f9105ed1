package io.florin.sandbox.check;

import io.florin.crypto.Bytes32;
import io.florin.ledger.rail.AccountInformation;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.TransferOrder;
import io.florin.sandbox.rail.RailConnection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Orders that one authority has executed, as it shows them to everybody, account by account: of the accounts that are
/// given, of those that they paid, and so on.
///
/// @param orders of each account, in the order of their sequence
record RailBooks(Map<RailAccount, List<TransferCertificate>> orders) {

    /// @throws io.florin.sandbox.run.SandboxException if the authority does not answer
    static RailBooks of(RailConnection connection, int authority, Collection<RailAccount> known) {
        Map<RailAccount, List<TransferCertificate>> orders = new TreeMap<>();
        Deque<RailAccount> toRead = new ArrayDeque<>(known);
        while (!toRead.isEmpty()) {
            RailAccount account = toRead.remove();
            if (orders.containsKey(account)) {
                continue;
            }
            List<TransferCertificate> executed = executed(connection, authority, account);
            orders.put(account, executed);
            executed.stream().flatMap(order -> payee(order.order()).stream()).forEach(toRead::add);
        }
        return new RailBooks(orders);
    }

    private static List<TransferCertificate> executed(RailConnection connection, int authority, RailAccount account) {
        List<TransferCertificate> executed = new ArrayList<>();
        long end = 1;
        // a page without orders is one of void sequences
        for (long from = 0; from < end; from += AccountInformation.EXECUTED_MAX) {
            AccountInformation told = connection.account(authority, account, from);
            end = told.nextSequence();
            executed.addAll(told.executed());
        }
        return executed;
    }

    private static Optional<RailAccount> payee(TransferOrder order) {
        return order.recipient() instanceof RailRecipient.OnRail(RailAccount account)
                ? Optional.of(account)
                : Optional.empty();
    }

    /// Ids of all orders.
    Set<Bytes32> ids() {
        return orders.values().stream()
                .flatMap(List::stream)
                .map(TransferCertificate::orderId)
                .collect(Collectors.toSet());
    }

    /// Accounts that paid what they never had: some order is left that no order of execution covers, with these
    /// deposits and everything that is received. Executing one order takes from nobody else, so that whatever can be
    /// executed may be, and what is left at the end can never.
    ///
    /// @param deposits minor units by account
    Set<RailAccount> uncovered(Map<RailAccount, Long> deposits) {
        Map<RailAccount, Long> balances = new TreeMap<>(deposits);
        Map<RailAccount, Deque<TransferCertificate>> left = new TreeMap<>();
        orders.forEach((account, executed) -> left.put(account, new ArrayDeque<>(executed)));
        Deque<RailAccount> toTry = new ArrayDeque<>(left.keySet());
        while (!toTry.isEmpty()) {
            RailAccount account = toTry.remove();
            Deque<TransferCertificate> open = left.getOrDefault(account, new ArrayDeque<>());
            while (!open.isEmpty()) {
                TransferOrder order = open.element().order();
                long amount = order.amount().minorUnits();
                long balance = balances.getOrDefault(account, 0L);
                if (amount > balance) {
                    break;
                }
                open.remove();
                balances.put(account, balance - amount);
                payee(order).ifPresent(payee -> {
                    balances.merge(payee, amount, Math::addExact);
                    toTry.add(payee);
                });
            }
        }
        return left.entrySet().stream()
                .filter(each -> !each.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
