package io.florin.bank.approvals;

import io.florin.runtime.http.ProblemException;
import java.security.Principal;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/// Orders that wait for a second person, with all that was entered. Files wait on their own page.
@Controller
class ApprovalPages {

    static final String PATH = "/console/approvals";

    private final HeldOrders held;
    private final ApprovalRule rule;

    ApprovalPages(HeldOrders held, ApprovalRule rule) {
        this.held = held;
        this.rule = rule;
    }

    @GetMapping(PATH)
    String approvals(Principal caller, Model model) {
        return page(caller, model, "");
    }

    private String page(Principal caller, Model model, String problem) {
        model.addAttribute("held", held.newest());
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
        return page(caller, model, String.valueOf(refusal.problem().getDetail()));
    }
}
