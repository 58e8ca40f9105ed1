package io.florin.registration.people;

import io.florin.registration.people.CustomerDesk.Selection;
import io.florin.registration.protocol.Actor;
import io.florin.registration.protocol.DocumentChecks.Finding;
import io.florin.registration.protocol.Standings.Change;
import io.florin.runtime.decisions.Decision;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.util.UUID;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/// Customers' applications, screening hits and enrollments as pages.
@Controller
class EnrollmentPages {
    private final CustomerDesk desk;

    EnrollmentPages(CustomerDesk desk) {
        this.desk = desk;
    }

    @GetMapping("/console/enrollments")
    String enrollments(@RequestParam(name = "select", defaultValue = "WAITING") Selection select, Model model) {
        model.addAttribute("select", select);
        model.addAttribute("enrollments", desk.list(select));
        model.addAttribute("listVersion", desk.listVersion());
        return "enrollments";
    }

    @GetMapping("/console/enrollments/{id}")
    String enrollment(@PathVariable("id") UUID id, Model model) {
        EnrollmentFile file = desk.file(id);
        model.addAttribute("file", file);
        model.addAttribute(
                "findings", file.findings().stream().map(Finding::valueOf).toList());
        model.addAttribute("history", desk.history(id));
        return "enrollment";
    }

    @PostMapping("/console/enrollments/{id}/approval")
    String approve(
            @PathVariable("id") UUID id,
            @RequestParam("reason") @NotBlank @Size(max = Decision.REASON_MAX) String reason,
            @RequestParam("listVersion") String listVersion,
            Principal caller) {
        desk.approve(id, Actor.person(caller.getName()), reason.strip(), listVersion);
        return "redirect:/console/enrollments/" + id;
    }

    @PostMapping("/console/enrollments/{id}/refusal")
    String refuse(
            @PathVariable("id") UUID id,
            @RequestParam("reason") @NotBlank @Size(max = Decision.REASON_MAX) String reason,
            Principal caller) {
        desk.refuse(id, Actor.person(caller.getName()), reason.strip());
        return "redirect:/console/enrollments/" + id;
    }

    @PostMapping("/console/enrollments/{id}/standing")
    String change(
            @PathVariable("id") UUID id,
            @RequestParam("change") Change change,
            @RequestParam("reason") @NotBlank @Size(max = Decision.REASON_MAX) String reason,
            Principal caller) {
        desk.change(id, change, Actor.person(caller.getName()), reason.strip());
        return "redirect:/console/enrollments/" + id;
    }
}
