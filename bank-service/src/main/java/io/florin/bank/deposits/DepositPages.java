package io.florin.bank.deposits;

import io.florin.bank.protocol.Amounts;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.Idempotent;
import io.florin.bank.protocol.PaymentDesk;
import io.florin.ledger.Amount;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.observability.TraceContext;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Funding and defunding at the counter. A form has its key: sent twice, it moves money once.
@Controller
class DepositPages {

    private final Deposits deposits;
    private final PaymentDesk desk;
    private final Counter counter;

    DepositPages(Deposits deposits, PaymentDesk desk, Counter counter) {
        this.deposits = deposits;
        this.desk = desk;
        this.counter = counter;
    }

    /// What the forms need.
    record Counter(Idempotent idempotent, Amounts amounts, JsonMapper json) {}

    @PostMapping("/console/wallets/{number}/funding")
    String fund(
            @PathVariable("number") long number,
            @RequestParam("amount") String amount,
            @RequestParam("key") @Size(min = 1, max = 64) String key,
            Principal caller,
            RedirectAttributes page) {
        Supplier<ResponseEntity<String>> funding = () -> {
            Amount parsed = parsed(amount);
            return once(
                    caller,
                    key,
                    "console/fundings/" + number,
                    parsed,
                    trace -> deposits.fund(desk, number, parsed, trace));
        };
        return shown(number, funding, page);
    }

    @PostMapping("/console/wallets/{number}/defunding")
    String defund(
            @PathVariable("number") long number,
            @RequestParam("amount") String amount,
            @RequestParam("key") @Size(min = 1, max = 64) String key,
            Principal caller,
            RedirectAttributes page) {
        Supplier<ResponseEntity<String>> defunding = () -> {
            Amount parsed = parsed(amount);
            return once(
                    caller,
                    key,
                    "console/defundings/" + number,
                    parsed,
                    trace -> deposits.defund(desk, number, parsed, trace));
        };
        return shown(number, defunding, page);
    }

    private ResponseEntity<String> once(
            Principal caller, String key, String path, Amount amount, Function<String, Object> exchange) {
        return counter.idempotent()
                .once(
                        caller.getName(),
                        key,
                        path,
                        Map.of("amount", amount.minorUnits()),
                        () -> exchange.apply(TraceContext.currentOrNew().traceId()));
    }

    private Amount parsed(String text) {
        return Amount.of(counter.amounts()
                .parse(text)
                .orElseThrow(() -> ApiProblems.refused("bad-amount", "this is not an amount")));
    }

    /// The payment's trace, or the wallet again with what stood in the way.
    private String shown(long number, Supplier<ResponseEntity<String>> exchange, RedirectAttributes page) {
        String problem;
        try {
            ResponseEntity<String> answer = exchange.get();
            JsonNode body = counter.json().readTree(String.valueOf(answer.getBody()));
            if (!answer.getStatusCode().isError()) {
                return "redirect:/console/payments/" + body.path("id").asString();
            }
            problem = body.path("detail").asString("");
        } catch (ProblemException refusal) {
            if (refusal.status() == HttpStatus.NOT_FOUND) {
                throw refusal;
            }
            problem = String.valueOf(refusal.problem().getDetail());
        }
        page.addFlashAttribute("problem", problem);
        return "redirect:/console/wallets/" + number;
    }
}
