package io.florin.bank.payments.adapter;

import io.florin.bank.payments.adapter.PaymentOrders.Checked;
import io.florin.bank.payments.adapter.PaymentsController.PaymentForm;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentService.Acceptance;
import io.florin.bank.protocol.PaymentView;
import io.florin.runtime.http.ProblemException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// Takes many orders at once, of any wallets; each is accepted or refused on its own, by the rules of one that comes
/// alone.
final class PaymentBatches {

    private final Payments payments;
    private final PaymentOrders orders;
    private final ProgramRules rules;

    PaymentBatches(Payments payments, PaymentOrders orders, ProgramRules rules) {
        this.payments = payments;
        this.orders = orders;
        this.rules = rules;
    }

    /// Checks that need no database transaction, such as the payees at other banks; results in the order of the forms.
    List<Checked> check(List<PaymentForm> forms) {
        List<Checked> checked = new ArrayList<>(
                orders.orders(forms.stream().map(PaymentForm::stated).toList()));
        for (int i = 0; i < forms.size(); i++) {
            try {
                rules.check(forms.get(i));
            } catch (ProblemException refused) {
                checked.set(i, new Checked.Refused(refused));
            }
        }
        return checked;
    }

    /// Durably, all in one database transaction.
    ///
    /// @return in the order of what was checked
    List<BatchResult> accept(List<Checked> checked, String traceId) {
        List<PaymentOrder> passed = new ArrayList<>();
        for (Checked one : checked) {
            if (one instanceof Checked.Order(PaymentOrder order)) {
                passed.add(order);
            }
        }
        Iterator<Acceptance> answers = payments.acceptAll(passed, traceId).iterator();
        return checked.stream()
                .map(one -> switch (one) {
                    case Checked.Refused(ProblemException problem) -> BatchResult.refused(problem);
                    case Checked.Order _ -> result(answers.next());
                })
                .toList();
    }

    private static BatchResult result(Acceptance answer) {
        return switch (answer) {
            case Acceptance.Accepted(PaymentView payment) -> BatchResult.accepted(payment);
            case Acceptance.Refused(String code, String explanation) -> BatchResult.refused(code, explanation);
        };
    }
}
