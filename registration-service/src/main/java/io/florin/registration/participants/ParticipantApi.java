package io.florin.registration.participants;

import io.florin.registration.protocol.Actor;
import io.florin.registration.protocol.ReasonForm;
import io.florin.registration.protocol.Standings.Change;
import io.florin.runtime.console.NextLink;
import io.florin.runtime.openapi.PagedAnswer;
import io.swagger.v3.oas.annotations.Operation;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.security.Principal;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// Applications and participants for registration officers.
@RestController
@RequestMapping("/v1")
class ParticipantApi {
    private final Admissions admissions;
    private final ApplicationList applications;
    private final ParticipantStandings standings;

    ParticipantApi(Admissions admissions, ApplicationList applications, ParticipantStandings standings) {
        this.admissions = admissions;
        this.applications = applications;
        this.standings = standings;
    }

    @Operation(summary = "Records a bank's application")
    @PostMapping("/participant-applications")
    @ResponseStatus(HttpStatus.CREATED)
    ApplicationView record(@Valid @RequestBody ParticipantForm form, Principal caller) {
        return admissions.record(form, Actor.person(caller.getName()));
    }

    @Operation(summary = "Applications of banks, newest first")
    @PagedAnswer
    @GetMapping("/participant-applications")
    ResponseEntity<List<ApplicationView>> applications(
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            @RequestParam(name = "limit", defaultValue = "" + NextLink.PAGE_MAX) @Min(1) @Max(NextLink.PAGE_MAX)
                    int limit) {
        return NextLink.answer(applications.find(ApplicationList.Query.NEWEST, cursor, limit));
    }

    @Operation(summary = "An application")
    @GetMapping("/participant-applications/{id}")
    ApplicationView application(@PathVariable("id") UUID id) {
        return admissions.view(id);
    }

    @Operation(summary = "Probes the bank's endpoints and keeps the outcome")
    @PostMapping("/participant-applications/{id}/conformance")
    ApplicationView checkConformance(@PathVariable("id") UUID id, Principal caller) {
        return admissions.recordConformance(id, admissions.probe(id), Actor.person(caller.getName()));
    }

    @Operation(summary = "Admits the bank; another person than who recorded it")
    @PostMapping("/participant-applications/{id}/approval")
    ApplicationView approve(@PathVariable("id") UUID id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return admissions.approve(id, Actor.person(caller.getName()), form.reason());
    }

    @Operation(summary = "Refuses the application")
    @PostMapping("/participant-applications/{id}/refusal")
    ApplicationView refuse(@PathVariable("id") UUID id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return admissions.refuse(id, Actor.person(caller.getName()), form.reason());
    }

    @Operation(summary = "Admitted banks")
    @GetMapping("/participants")
    List<ParticipantView> participants() {
        return standings.all();
    }

    @Operation(summary = "An admitted bank")
    @GetMapping("/participants/{id}")
    ParticipantView participant(@PathVariable("id") int id) {
        return standings.view(id);
    }

    @Operation(summary = "Suspends the bank at once")
    @PostMapping("/participants/{id}/suspension")
    ParticipantView suspend(@PathVariable("id") int id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return change(id, Change.SUSPEND, form, caller);
    }

    @Operation(summary = "Reinstates the bank; another person than who suspended it")
    @PostMapping("/participants/{id}/reinstatement")
    ParticipantView reinstate(@PathVariable("id") int id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return change(id, Change.REINSTATE, form, caller);
    }

    @Operation(summary = "Requests to revoke the bank for ever")
    @PostMapping("/participants/{id}/revocation")
    ParticipantView requestRevocation(
            @PathVariable("id") int id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return change(id, Change.REQUEST_REVOCATION, form, caller);
    }

    @Operation(summary = "Revokes the bank; another person than who requested it")
    @PostMapping("/participants/{id}/revocation/approval")
    ParticipantView revoke(@PathVariable("id") int id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return change(id, Change.CONFIRM_REVOCATION, form, caller);
    }

    @Operation(summary = "Drops the request to revoke the bank")
    @PostMapping("/participants/{id}/revocation/refusal")
    ParticipantView dropRevocation(@PathVariable("id") int id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return change(id, Change.DROP_REVOCATION, form, caller);
    }

    private ParticipantView change(int id, Change change, ReasonForm form, Principal caller) {
        return standings.change(id, change, Actor.person(caller.getName()), form.reason());
    }
}
