package io.florin.bank.deposits;

import io.florin.bank.protocol.Amounts;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.PaymentDesk;
import io.florin.bank.protocol.PaymentView;
import io.florin.ledger.Amount;
import io.florin.runtime.observability.TraceContext;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/// Funding and defunding at the counter; a form sent twice is two orders, which the clerk sees.
@Controller
class DepositPages {

    private final Deposits deposits;
    private final PaymentDesk desk;
    private final Amounts amounts;

    DepositPages(Deposits deposits, PaymentDesk desk, Amounts amounts) {
        this.deposits = deposits;
        this.desk = desk;
        this.amounts = amounts;
    }

    @PostMapping("/console/wallets/{number}/funding")
    String fund(@PathVariable("number") long number, @RequestParam("amount") String amount) {
        return toTrace(deposits.fund(
                desk, number, parsed(amount), TraceContext.currentOrNew().traceId()));
    }

    @PostMapping("/console/wallets/{number}/defunding")
    String defund(@PathVariable("number") long number, @RequestParam("amount") String amount) {
        return toTrace(deposits.defund(
                desk, number, parsed(amount), TraceContext.currentOrNew().traceId()));
    }

    private Amount parsed(String text) {
        return Amount.of(amounts.parse(text).orElseThrow(() -> ApiProblems.refused("bad-amount", "not an amount")));
    }

    private static String toTrace(PaymentView payment) {
        return "redirect:/console/payments/" + payment.id();
    }
}
