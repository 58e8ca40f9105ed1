package io.florin.registration.participants;

import io.florin.decisions.Decision;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.registration.protocol.Actor;
import io.florin.registration.protocol.Standings.Change;
import io.florin.runtime.console.NamePart;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validator;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.security.Principal;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/// Applications and participants as pages.
@Controller
class ParticipantPages {
    private static final int SHOWN = 100;

    private final Admissions admissions;
    private final ApplicationList applications;
    private final ParticipantList participants;
    private final ParticipantStandings standings;
    private final Validator validator;

    ParticipantPages(
            Admissions admissions,
            ApplicationList applications,
            ParticipantList participants,
            ParticipantStandings standings,
            Validator validator) {
        this.admissions = admissions;
        this.applications = applications;
        this.participants = participants;
        this.standings = standings;
        this.validator = validator;
    }

    /// A filled-in form as a browser sends it.
    record Input(
            int participant,
            String name,
            String bic,
            String lei,
            String apiEndpoint,
            String internalEndpoint,
            String certificateRequest) {
        static final Input EMPTY = new Input(1, "", "", "", "", "", "");
    }

    @GetMapping("/console/participant-applications")
    String applications(
            @RequestParam(name = "text", defaultValue = "") String text,
            @RequestParam(name = "state", required = false) ParticipantApplication.@Nullable State state,
            @RequestParam(name = "order", defaultValue = "NEWEST") ApplicationList.Order order,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            Model model) {
        NamePart part = new NamePart(text);
        model.addAttribute("page", applications.find(new ApplicationList.Query(part, state, order), cursor, SHOWN));
        model.addAttribute("text", part.text());
        model.addAttribute("states", ParticipantApplication.State.values());
        model.addAttribute("state", state);
        model.addAttribute("order", order.name());
        return "participant-applications";
    }

    @GetMapping("/console/participant-applications/new")
    String form(Model model) {
        return showForm(model, Input.EMPTY, List.of());
    }

    @PostMapping("/console/participant-applications")
    String record(Input input, Principal caller, Model model) {
        ParticipantForm form;
        try {
            form = new ParticipantForm(
                    input.participant(),
                    input.name(),
                    input.bic().strip(),
                    input.lei().strip(),
                    URI.create(input.apiEndpoint().strip()),
                    URI.create(input.internalEndpoint().strip()),
                    input.certificateRequest());
        } catch (IllegalArgumentException malformed) {
            return showForm(model, input, List.of("An endpoint is not an address."));
        }
        List<String> errors = validator.validate(form).stream()
                .map(ParticipantPages::explain)
                .sorted()
                .toList();
        if (!errors.isEmpty()) {
            return showForm(model, input, errors);
        }
        ApplicationView recorded = admissions.record(form, Actor.person(caller.getName()));
        return "redirect:/console/participant-applications/" + recorded.id();
    }

    private static String explain(ConstraintViolation<ParticipantForm> violation) {
        return violation.getPropertyPath() + ": " + violation.getMessage();
    }

    private static String showForm(Model model, Input input, List<String> errors) {
        model.addAttribute("input", input);
        model.addAttribute("errors", errors);
        return "participant-application-form";
    }

    @GetMapping("/console/participant-applications/{id}")
    String application(@PathVariable("id") UUID id, Principal caller, Model model) {
        ApplicationView application = admissions.view(id);
        model.addAttribute("candidate", application);
        model.addAttribute(
                "ownRecord",
                application.recordedBy().equals(Actor.person(caller.getName()).text()));
        model.addAttribute("history", admissions.history(id));
        return "participant-application";
    }

    @PostMapping("/console/participant-applications/{id}/conformance")
    String checkConformance(@PathVariable("id") UUID id, Principal caller) {
        admissions.recordConformance(id, admissions.probe(id), Actor.person(caller.getName()));
        return "redirect:/console/participant-applications/" + id;
    }

    @PostMapping("/console/participant-applications/{id}/approval")
    String approve(
            @PathVariable("id") UUID id,
            @RequestParam("reason") @NotBlank @Size(max = Decision.REASON_MAX) String reason,
            Principal caller) {
        admissions.approve(id, Actor.person(caller.getName()), reason.strip());
        return "redirect:/console/participant-applications/" + id;
    }

    @PostMapping("/console/participant-applications/{id}/refusal")
    String refuse(
            @PathVariable("id") UUID id,
            @RequestParam("reason") @NotBlank @Size(max = Decision.REASON_MAX) String reason,
            Principal caller) {
        admissions.refuse(id, Actor.person(caller.getName()), reason.strip());
        return "redirect:/console/participant-applications/" + id;
    }

    @GetMapping("/console/participants")
    String participants(
            @RequestParam(name = "text", defaultValue = "") String text,
            @RequestParam(name = "standing", required = false) @Nullable Standing standing,
            @RequestParam(name = "order", defaultValue = "ID") ParticipantList.Order order,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            Model model) {
        NamePart part = new NamePart(text);
        model.addAttribute("page", participants.find(new ParticipantList.Query(part, standing, order), cursor, SHOWN));
        model.addAttribute("text", part.text());
        model.addAttribute("standings", Standing.values());
        model.addAttribute("standing", standing);
        model.addAttribute("order", order.name());
        return "participants";
    }

    @GetMapping("/console/participants/{id}")
    String participant(@PathVariable("id") int id, Model model) {
        model.addAttribute("participant", standings.view(id));
        model.addAttribute("history", standings.history(id));
        return "participant";
    }

    @PostMapping("/console/participants/{id}/standing")
    String change(
            @PathVariable("id") int id,
            @RequestParam("change") Change change,
            @RequestParam("reason") @NotBlank @Size(max = Decision.REASON_MAX) String reason,
            Principal caller) {
        standings.change(id, change, Actor.person(caller.getName()), reason.strip());
        return "redirect:/console/participants/" + id;
    }
}
