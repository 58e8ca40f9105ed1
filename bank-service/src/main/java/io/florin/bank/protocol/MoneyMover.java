package io.florin.bank.protocol;

import java.util.Set;
import java.util.function.Supplier;

/// Carries out orders of some kinds.
public interface MoneyMover {

    Set<MoneyOrder.Kind> kinds();

    /// Finds out what can be known before, such as answers of other banks; outside database transactions.
    ///
    /// @param traceId of the request that brought it, may be empty
    /// @return moves the money in the caller's database transaction and answers the page that shows it
    /// @throws io.florin.runtime.http.ProblemException here or there, when a rule says no
    Supplier<String> prepare(MoneyOrder order, String traceId);

    /// Hears who decided, right after the money moved and in the same database transaction.
    ///
    /// @param enteredBy and approver: two persons
    default void approved(MoneyOrder order, String enteredBy, String approver) {}
}
