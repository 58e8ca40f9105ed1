package io.florin.bank.reserves;

import io.florin.bank.protocol.Amounts;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.Idempotent;
import io.florin.bank.protocol.WalletInfo;
import io.florin.ledger.Amount;
import io.florin.ledger.client.SupplyRequest.Direction;
import io.florin.runtime.api.CentralBankInternalApi;
import io.florin.runtime.api.CentralBankInternalApi.ReserveView;
import io.florin.runtime.http.ProblemException;
import java.security.Principal;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.client.RestClientException;
import tools.jackson.databind.json.JsonMapper;

/// Reserves and supply orders as a page.
@Controller
class ReservePages {

    private static final int SHOWN = 100;

    private final SupplyOrders orders;
    private final CentralBankInternalApi centralBank;
    private final Holdings holdings;
    private final Counter counter;

    ReservePages(SupplyOrders orders, CentralBankInternalApi centralBank, Holdings holdings, Counter counter) {
        this.orders = orders;
        this.centralBank = centralBank;
        this.holdings = holdings;
        this.counter = counter;
    }

    /// What the form needs.
    record Counter(Idempotent idempotent, Amounts amounts, IdSource ids, JsonMapper json) {}

    @GetMapping("/console/reserves")
    String reserves(Model model) {
        return page(model, "", freshKey());
    }

    private String freshKey() {
        return counter.ids().get().toString();
    }

    private String page(Model model, String problem, String key) {
        model.addAttribute("problem", problem);
        model.addAttribute("reserves", balance());
        model.addAttribute("funds", holdings.funds(WalletInfo.TREASURY));
        model.addAttribute("orders", orders.newest(SHOWN));
        model.addAttribute("key", key);
        return "reserves";
    }

    private @Nullable ReserveView balance() {
        try {
            return centralBank.reserves();
        } catch (RestClientException silent) {
            return null;
        }
    }

    @PostMapping("/console/reserves/orders")
    String order(
            @RequestParam("direction") Direction direction,
            @RequestParam("amount") String amount,
            @RequestParam("key") String key,
            Principal caller,
            Model model) {
        try {
            long minorUnits = counter.amounts()
                    .parse(amount)
                    .orElseThrow(() -> ApiProblems.refused("bad-amount", "this is not an amount"));
            ResponseEntity<String> answer = counter.idempotent()
                    .once(
                            caller.getName(),
                            key,
                            "console/reserves/orders",
                            Map.of("direction", direction, "amount", minorUnits),
                            () -> orders.order(direction, Amount.of(minorUnits)));
            if (!answer.getStatusCode().isError()) {
                return "redirect:/console/reserves";
            }
            String body = Optional.ofNullable(answer.getBody()).orElse("{}");
            return page(model, counter.json().readTree(body).path("detail").asString(""), freshKey());
        } catch (ProblemException refusal) {
            boolean underWay = refusal.status() == HttpStatus.CONFLICT; // another key would make another order
            return page(model, String.valueOf(refusal.problem().getDetail()), underWay ? key : freshKey());
        }
    }
}
