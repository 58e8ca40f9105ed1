package io.florin.bank.payments.adapter;

import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.ExecutionDates;
import io.florin.bank.protocol.ExecutionDates.Execution;
import io.florin.bank.protocol.PayeeDirectory;
import io.florin.bank.protocol.PayeeDirectory.Payee;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.ledger.Amount;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.time.InstantSource;
import java.time.LocalDate;
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

    /// @throws ProblemException 422 when the account cannot be paid, or not on that day, 503 when its bank does not
    /// answer
    PaymentOrder order(Stated stated) {
        if (dates.of(stated.executionDate(), clock.instant()) instanceof Execution.TooFarAhead far) {
            throw ApiProblems.refused(ExecutionDates.TOO_FAR_AHEAD, far.explanation());
        }
        Payee.Found payee =
                switch (payees.resolve(new PayeeDirectory.Named(stated.payeeAccount(), stated.payeeName()))) {
                    case Payee.Found found -> found;
                    case Payee.Missing(String code)
                    when code.equals("bank-not-reachable") ->
                        throw new ProblemException(ProblemCode.UNAVAILABLE, "the payee's bank does not answer");
                    case Payee.Missing(String code) -> throw ApiProblems.refused(code, "the payee cannot be paid");
                };
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
