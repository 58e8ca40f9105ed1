package io.florin.bank.reserves;

import io.florin.bank.approvals.FourEyes;
import io.florin.bank.protocol.Amounts;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.MoneyOrder;
import io.florin.bank.protocol.WalletInfo;
import io.florin.ledger.client.SupplyRequest.Direction;
import io.florin.runtime.api.CentralBankInternalApi;
import io.florin.runtime.api.CentralBankInternalApi.ReserveView;
import io.florin.runtime.http.ProblemException;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.client.RestClientException;
import tools.jackson.databind.JsonNode;
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

    /// Collaborators of the form.
    record Counter(
            FourEyes fourEyes, Amounts amounts, IdSource ids, JsonMapper json, SupplyCancellation cancellation) {}

    @GetMapping("/console/reserves")
    String reserves(@RequestParam(name = "cursor", required = false) @Nullable String cursor, Model model) {
        return page(model, "", freshKey(), cursor);
    }

    private String freshKey() {
        return counter.ids().get().toString();
    }

    private String page(Model model, String problem, String key) {
        return page(model, problem, key, null);
    }

    private String page(Model model, String problem, String key, @Nullable String cursor) {
        model.addAttribute("problem", problem);
        model.addAttribute("reserves", balance());
        model.addAttribute("funds", holdings.funds(WalletInfo.TREASURY));
        model.addAttribute("orders", orders.newest(cursor, SHOWN));
        model.addAttribute("cursor", cursor);
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

    @PostMapping("/console/reserves/orders/{id}/cancellation")
    String cancel(@PathVariable("id") String id, Model model) {
        try {
            counter.cancellation().cancel(id);
            return "redirect:/console/reserves";
        } catch (ProblemException refusal) {
            return page(model, String.valueOf(refusal.problem().getDetail()), freshKey());
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
            MoneyOrder order = MoneyOrder.of(
                    SupplyMover.kind(direction), WalletInfo.TREASURY, "This bank's treasury", "", minorUnits);
            ResponseEntity<String> answer = counter.fourEyes().order(order, caller.getName(), key);
            JsonNode body = counter.json().readTree(String.valueOf(answer.getBody()));
            if (!answer.getStatusCode().isError()) {
                return "redirect:" + body.path("page").asString();
            }
            return page(model, body.path("detail").asString(""), freshKey());
        } catch (ProblemException refusal) {
            boolean underWay = refusal.status() == HttpStatus.CONFLICT; // another key would make another order
            return page(model, String.valueOf(refusal.problem().getDetail()), underWay ? key : freshKey());
        }
    }
}
