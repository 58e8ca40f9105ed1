package io.florin.auditor.openings.adapter;

import io.florin.runtime.http.ProblemException;
import java.security.Principal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/// Questions to registration as a page. A name is shown once, in the answer to the form.
@Controller
class IdentityPages {
    private final IdentityQuestions identities;

    IdentityPages(IdentityQuestions identities) {
        this.identities = identities;
    }

    @GetMapping("/console/openings/identities")
    String identities(@RequestParam(name = "reference", defaultValue = "") String reference, Model model) {
        fill(model, reference.strip());
        return "identities";
    }

    @PostMapping("/console/openings/identities")
    String ask(
            @RequestParam("reference") String reference,
            @RequestParam("transaction") String transaction,
            @RequestParam("enrollment") String enrollment,
            Principal caller,
            Model model) {
        String refusal = attempt(
                () -> identities.ask(reference.strip(), transaction.strip(), enrollment.strip(), caller.getName()));
        fill(model, reference.strip());
        if (!refusal.isEmpty()) {
            model.addAttribute("problem", refusal);
        }
        return "identities";
    }

    @PostMapping("/console/openings/identities/{id}/answer")
    String answer(
            @PathVariable("id") UUID id, @RequestParam("reference") String reference, Principal caller, Model model) {
        fill(model, reference.strip());
        String refusal = attempt(() -> model.addAttribute("identity", identities.answer(id, caller.getName())));
        if (!refusal.isEmpty()) {
            model.addAttribute("problem", refusal);
        }
        return "identities";
    }

    private void fill(Model model, String reference) {
        model.addAttribute("reference", reference);
        model.addAttribute("inquiries", List.of());
        String refusal = attempt(() -> model.addAttribute("inquiries", identities.under(reference)));
        model.addAttribute("problem", refusal);
    }

    /// @return why it was refused; empty where it was not
    private static String attempt(Runnable act) {
        try {
            act.run();
            return "";
        } catch (ProblemException refused) {
            return Optional.ofNullable(refused.problem().getDetail()).orElse("It is refused.");
        }
    }
}
