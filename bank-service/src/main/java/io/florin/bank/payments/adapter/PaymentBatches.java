package io.florin.bank.payments.adapter;

import io.florin.bank.payments.adapter.PaymentOrders.Checked;
import io.florin.bank.payments.adapter.PaymentsController.PaymentForm;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.PaymentDesk.Acceptance;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentView;
import io.florin.runtime.http.ProblemException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.transaction.annotation.Transactional;

/// Takes many orders at once, of any wallets; each is accepted or refused on its own, by the rules of one that comes
/// alone.
class PaymentBatches {

    private final Payments payments;
    private final PaymentOrders orders;
    private final ProgramRules rules;
    private final Holdings holdings;

    PaymentBatches(Payments payments, PaymentOrders orders, ProgramRules rules, Holdings holdings) {
        this.payments = payments;
        this.orders = orders;
        this.rules = rules;
        this.holdings = holdings;
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

    /// Durably, all in one database transaction. Wallets are locked in one order before anything else is, so that two
    /// batches never wait for each other.
    ///
    /// @return in the order of what was checked
    @Transactional
    public List<BatchResult> accept(List<Checked> checked, String traceId) {
        BatchResult[] results = new BatchResult[checked.size()];
        Map<Long, List<Integer>> places = new TreeMap<>();
        for (int i = 0; i < checked.size(); i++) {
            switch (checked.get(i)) {
                case Checked.Refused(ProblemException problem) -> results[i] = BatchResult.refused(problem);
                case Checked.Order(PaymentOrder order) ->
                    places.computeIfAbsent(order.wallet(), _ -> new ArrayList<>())
                            .add(i);
            }
        }
        places.keySet().forEach(holdings::lock);
        places.values().forEach(ofWallet -> {
            List<PaymentOrder> own = ofWallet.stream()
                    .map(checked::get)
                    .map(Checked.Order.class::cast)
                    .map(Checked.Order::order)
                    .toList();
            List<Acceptance> answers = payments.acceptAll(own, traceId);
            for (int i = 0; i < own.size(); i++) {
                results[ofWallet.get(i)] = switch (answers.get(i)) {
                    case Acceptance.Accepted(PaymentView payment) -> BatchResult.accepted(payment);
                    case Acceptance.Refused(String code, String explanation) -> BatchResult.refused(code, explanation);
                };
            }
        });
        return Arrays.asList(results);
    }
}
