package io.florin.centralbank.incidents;

import io.florin.centralbank.incidents.Incidents.Incident;
import io.florin.centralbank.incidents.Incidents.OpenIncident;
import io.florin.runtime.console.NamePart;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.bind.annotation.ResponseStatus;

/// Incidents and their closing by two persons, as JSON and as a page.
@Controller
class IncidentPages {
    private final Incidents incidents;

    IncidentPages(Incidents incidents) {
        this.incidents = incidents;
    }

    @Schema(description = "Why an incident may be closed")
    record ClosingForm(
            @Schema(description = "What it was and why it is over", example = "A disk was full; it was replaced")
            @NotBlank
            @Size(max = 400)
            String reason) {}

    @Operation(summary = "Incidents, newest first")
    @GetMapping("/v1/incidents")
    @ResponseBody
    List<Incident> newest() {
        return incidents.newest();
    }

    @Operation(summary = "Open incidents, which stop issuing: kind and since when")
    @GetMapping("/v1/incidents/open")
    @ResponseBody
    List<OpenIncident> open() {
        return incidents.allOpen();
    }

    @Operation(summary = "Asks to close an incident, with a reason")
    @PostMapping("/v1/incidents/{id}/closing")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ResponseBody
    void requestClosing(
            @Parameter(description = "Number of the incident") @PathVariable("id") long id,
            @Valid @RequestBody ClosingForm form,
            Principal caller) {
        incidents.requestClosing(id, caller.getName(), form.reason());
    }

    @Operation(summary = "Closes an incident; another person than who asked")
    @PostMapping("/v1/incidents/{id}/closing/approval")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ResponseBody
    void close(@Parameter(description = "Number of the incident") @PathVariable("id") long id, Principal caller) {
        incidents.close(id, caller.getName());
    }

    @GetMapping("/console/incidents")
    String page(
            @RequestParam(name = "text", defaultValue = "") String text,
            @RequestParam(name = "open", defaultValue = "false") boolean open,
            @RequestParam(name = "order", defaultValue = "NEWEST") Incidents.Order order,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            Principal caller,
            Model model) {
        NamePart part = new NamePart(text);
        model.addAttribute("incidents", incidents.find(new Incidents.Query(part, open, order), cursor));
        model.addAttribute("text", part.text());
        model.addAttribute("open", open);
        model.addAttribute("order", order.name());
        model.addAttribute("caller", caller.getName());
        return "incidents";
    }

    @PostMapping("/console/incidents/{id}/closing")
    String requestClosingOnPage(
            @PathVariable("id") long id,
            @RequestParam("reason") @NotBlank @Size(max = 400) String reason,
            Principal caller) {
        incidents.requestClosing(id, caller.getName(), reason.strip());
        return "redirect:/console/incidents";
    }

    @PostMapping("/console/incidents/{id}/closing/approval")
    String closeOnPage(@PathVariable("id") long id, Principal caller) {
        incidents.close(id, caller.getName());
        return "redirect:/console/incidents";
    }
}
