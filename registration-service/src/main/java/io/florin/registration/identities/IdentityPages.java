package io.florin.registration.identities;

import io.florin.decisions.Decision;
import io.florin.registration.protocol.Actor;
import io.florin.runtime.console.NamePart;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/// Questions whose an enrollment id is, as a page.
@Controller
class IdentityPages {
    private static final String PAGE = "redirect:/console/identity-inquiries";

    private static final int SHOWN = 100;

    private final IdentityInquiries inquiries;

    IdentityPages(IdentityInquiries inquiries) {
        this.inquiries = inquiries;
    }

    @GetMapping("/console/identity-inquiries")
    String inquiries(
            @RequestParam(name = "text", defaultValue = "") String text,
            @RequestParam(name = "state", required = false) IdentityInquiry.@Nullable State state,
            @RequestParam(name = "order", defaultValue = "NEWEST") IdentityInquiries.Order order,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            Model model) {
        NamePart part = new NamePart(text);
        model.addAttribute("inquiries", inquiries.find(new IdentityInquiries.Query(part, state, order), cursor, SHOWN));
        model.addAttribute("text", part.text());
        model.addAttribute("states", IdentityInquiry.State.values());
        model.addAttribute("state", state);
        model.addAttribute("order", order.name());
        return "identity-inquiries";
    }

    @PostMapping("/console/identity-inquiries/{id}/approval")
    String approve(
            @PathVariable("id") UUID id,
            @RequestParam("reason") @NotBlank @Size(max = Decision.REASON_MAX) String reason,
            Principal caller) {
        inquiries.approve(id, Actor.person(caller.getName()), reason.strip());
        return PAGE;
    }

    @PostMapping("/console/identity-inquiries/{id}/refusal")
    String refuse(
            @PathVariable("id") UUID id,
            @RequestParam("reason") @NotBlank @Size(max = Decision.REASON_MAX) String reason,
            Principal caller) {
        inquiries.refuse(id, Actor.person(caller.getName()), reason.strip());
        return PAGE;
    }
}
