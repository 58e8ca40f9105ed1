package io.florin.bank.payments;

import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.PayeeDirectory;
import io.florin.bank.protocol.PayeeDirectory.Payee;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.ledger.Amount;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;

/// Makes orders of what people and programs state: finds the payee.
final class PaymentOrders {

    private final PayeeDirectory payees;

    PaymentOrders(PayeeDirectory payees) {
        this.payees = payees;
    }

    /// A payment as stated.
    ///
    /// @param amount minor units
    record Stated(
            long wallet,
            String payeeName,
            String payeeAccount,
            long amount,
            String endToEndId,
            String uetr,
            String remittance) {}

    /// @throws ProblemException 422 when the account cannot be paid, 503 when its bank does not answer
    PaymentOrder order(Stated stated) {
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
                payee.name());
    }
}
