package io.florin.bank.approvals;

import io.florin.bank.protocol.MoneyOrder;
import io.florin.runtime.console.NamePart;
import io.florin.runtime.http.ProblemException;
import java.security.Principal;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/// Orders that wait for a second person, with all that was entered. Files wait on their own page.
@Controller
class ApprovalPages {

    static final String PATH = "/console/approvals";
    private static final int SHOWN = 100;

    private final HeldOrders held;
    private final FourEyes rule;

    ApprovalPages(HeldOrders held, FourEyes rule) {
        this.held = held;
        this.rule = rule;
    }

    @GetMapping(PATH)
    String approvals(
            @RequestParam(name = "text", defaultValue = "") String text,
            @RequestParam(name = "kind", required = false) MoneyOrder.@Nullable Kind kind,
            @RequestParam(name = "order", defaultValue = "NEWEST") HeldOrders.Order order,
            @RequestParam(name = "waiting", required = false) @Nullable String waiting,
            @RequestParam(name = "decided", required = false) @Nullable String decided,
            Principal caller,
            Model model) {
        HeldOrders.Query query = new HeldOrders.Query(new NamePart(text), kind, order);
        model.addAttribute("waiting", held.find(query, true, waiting, SHOWN));
        model.addAttribute("decided", held.find(query, false, decided, SHOWN));
        model.addAttribute("text", query.text().text());
        model.addAttribute("kinds", MoneyOrder.Kind.values());
        model.addAttribute("kind", kind);
        model.addAttribute("order", order.name());
        return page(caller, model, "");
    }

    private String page(Principal caller, Model model, String problem) {
        model.addAttribute("me", caller.getName());
        model.addAttribute("problem", problem);
        return "approvals";
    }

    @PostMapping("/console/approvals/{id}/approval")
    String approve(@PathVariable("id") UUID id, Principal caller, Model model) {
        try {
            return "redirect:" + rule.approve(id, caller.getName());
        } catch (ProblemException refusal) {
            return refused(refusal, caller, model);
        }
    }

    @PostMapping("/console/approvals/{id}/refusal")
    String refuse(@PathVariable("id") UUID id, Principal caller, Model model) {
        try {
            held.refuse(id, caller.getName());
            return "redirect:" + PATH;
        } catch (ProblemException refusal) {
            return refused(refusal, caller, model);
        }
    }

    private String refused(ProblemException refusal, Principal caller, Model model) {
        if (refusal.status() == HttpStatus.NOT_FOUND) {
            throw refusal;
        }
        approvals("", null, HeldOrders.Order.NEWEST, null, null, caller, model);
        return page(caller, model, String.valueOf(refusal.problem().getDetail()));
    }
}
