package io.florin.registration.people;

import io.florin.decisions.Decision;
import io.florin.registration.people.EnrollmentList.Selection;
import io.florin.registration.protocol.Actor;
import io.florin.registration.protocol.Standings.Change;
import io.florin.registration.screening.DocumentRules.Finding;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/// Customers' applications, screening hits and enrollments as pages.
@Controller
class EnrollmentPages {
    private static final int SHOWN = 100;

    private final ApplicationService applications;
    private final EnrollmentList list;

    EnrollmentPages(ApplicationService applications, EnrollmentList list) {
        this.applications = applications;
        this.list = list;
    }

    @GetMapping("/console/enrollments")
    String enrollments(
            @RequestParam(name = "select", defaultValue = "WAITING") Selection select,
            @RequestParam(name = "name", defaultValue = "") @Size(max = 140) String name,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            Model model) {
        model.addAttribute("select", select);
        model.addAttribute("name", name);
        model.addAttribute("page", list.find(select, name, cursor, SHOWN));
        model.addAttribute("listVersion", applications.listVersion());
        return "enrollments";
    }

    @GetMapping("/console/enrollments/{id}")
    String enrollment(@PathVariable("id") UUID id, Model model) {
        EnrollmentFile file = applications.file(id);
        model.addAttribute("file", file);
        model.addAttribute(
                "findings", file.findings().stream().map(Finding::valueOf).toList());
        model.addAttribute("person", applications.person(id));
        model.addAttribute("history", applications.history(id));
        return "enrollment";
    }

    @PostMapping("/console/enrollments/{id}/approval")
    String approve(
            @PathVariable("id") UUID id,
            @RequestParam("reason") @NotBlank @Size(max = Decision.REASON_MAX) String reason,
            @RequestParam("listVersion") String listVersion,
            Principal caller) {
        applications.approve(id, Actor.person(caller.getName()), reason.strip(), listVersion);
        return "redirect:/console/enrollments/" + id;
    }

    /// @param person empty for another person than all of those known
    @PostMapping("/console/enrollments/{id}/person")
    String decidePerson(
            @PathVariable("id") UUID id,
            @RequestParam(name = "person", required = false) @Nullable UUID person,
            @RequestParam("reason") @NotBlank @Size(max = Decision.REASON_MAX) String reason,
            Principal caller) {
        applications.person(id, Optional.ofNullable(person), Actor.person(caller.getName()), reason.strip());
        return "redirect:/console/enrollments/" + id;
    }

    @PostMapping("/console/enrollments/{id}/refusal")
    String refuse(
            @PathVariable("id") UUID id,
            @RequestParam("reason") @NotBlank @Size(max = Decision.REASON_MAX) String reason,
            Principal caller) {
        applications.refuse(id, Actor.person(caller.getName()), reason.strip());
        return "redirect:/console/enrollments/" + id;
    }

    @PostMapping("/console/enrollments/{id}/standing")
    String change(
            @PathVariable("id") UUID id,
            @RequestParam("change") Change change,
            @RequestParam("reason") @NotBlank @Size(max = Decision.REASON_MAX) String reason,
            Principal caller) {
        applications.change(id, change, Actor.person(caller.getName()), reason.strip());
        return "redirect:/console/enrollments/" + id;
    }
}
