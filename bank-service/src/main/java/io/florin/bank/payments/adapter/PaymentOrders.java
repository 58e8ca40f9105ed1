package io.florin.bank.payments.adapter;

import io.florin.bank.directory.PayeeDirectory;
import io.florin.bank.directory.PayeeDirectory.Named;
import io.florin.bank.directory.PayeeDirectory.Payee;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.ExecutionDates;
import io.florin.bank.protocol.ExecutionDates.Execution;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.ledger.Amount;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Makes orders of what people and programs state: finds the payee.
final class PaymentOrders {

    private final PayeeDirectory payees;
    private final ExecutionDates dates;
    private final InstantSource clock;

    PaymentOrders(PayeeDirectory payees, ExecutionDates dates, InstantSource clock) {
        this.payees = payees;
        this.dates = dates;
        this.clock = clock;
    }

    /// A payment as stated.
    ///
    /// @param amount minor units
    /// @param executionDate null to be paid at once
    record Stated(
            long wallet,
            String payeeName,
            String payeeAccount,
            long amount,
            String endToEndId,
            String uetr,
            String remittance,
            @Nullable LocalDate executionDate) {}

    /// Result of checking a statement.
    sealed interface Checked {
        record Order(PaymentOrder order) implements Checked {}

        /// @param problem 422 when the account cannot be paid, or not on that day; 503 when its bank does not answer
        record Refused(ProblemException problem) implements Checked {}
    }

    /// @throws ProblemException as [Checked.Refused]
    PaymentOrder order(Stated stated) {
        return switch (orders(List.of(stated)).getFirst()) {
            case Checked.Order(PaymentOrder order) -> order;
            case Checked.Refused(ProblemException problem) -> throw problem;
        };
    }

    /// Each on its own; banks of payees are asked once for all of theirs.
    ///
    /// @return in the order of the statements
    List<Checked> orders(List<Stated> stated) {
        Map<Named, Payee> found = payees.resolve(
                stated.stream().map(PaymentOrders::payee).distinct().toList());
        return stated.stream()
                .map(each -> checked(each, Objects.requireNonNull(found.get(payee(each)))))
                .toList();
    }

    private static Named payee(Stated stated) {
        return new Named(stated.payeeAccount(), stated.payeeName());
    }

    private Checked checked(Stated stated, Payee payee) {
        if (dates.of(stated.executionDate(), clock.instant()) instanceof Execution.TooFarAhead far) {
            return new Checked.Refused(ApiProblems.refused(ExecutionDates.TOO_FAR_AHEAD, far.explanation()));
        }
        return switch (payee) {
            case Payee.Found found -> new Checked.Order(order(stated, found));
            case Payee.Missing(String code)
            when code.equals("bank-not-reachable") ->
                new Checked.Refused(new ProblemException(ProblemCode.UNAVAILABLE, "the payee's bank does not answer"));
            case Payee.Missing(String code) ->
                new Checked.Refused(ApiProblems.refused(code, "the payee cannot be paid"));
        };
    }

    private static PaymentOrder order(Stated stated, Payee.Found payee) {
        return new PaymentOrder(
                stated.wallet(),
                payee.address(),
                stated.payeeName(),
                stated.payeeAccount(),
                Amount.of(stated.amount()),
                stated.endToEndId(),
                stated.uetr(),
                stated.remittance(),
                PaymentOrder.Purpose.PAYMENT,
                null,
                null,
                payee.name(),
                stated.executionDate());
    }
}
