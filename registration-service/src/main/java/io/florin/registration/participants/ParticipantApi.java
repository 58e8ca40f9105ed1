package io.florin.registration.participants;

import io.florin.registration.protocol.Actor;
import io.florin.registration.protocol.ReasonForm;
import io.florin.registration.protocol.Standings.Change;
import jakarta.validation.Valid;
import java.security.Principal;
import java.util.List;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// Applications and participants for registration officers.
@RestController
@RequestMapping("/v1")
class ParticipantApi {
    private final Admissions admissions;
    private final ParticipantStandings standings;

    ParticipantApi(Admissions admissions, ParticipantStandings standings) {
        this.admissions = admissions;
        this.standings = standings;
    }

    @PostMapping("/participant-applications")
    @ResponseStatus(HttpStatus.CREATED)
    ApplicationView record(@Valid @RequestBody ParticipantForm form, Principal caller) {
        return admissions.record(form, Actor.person(caller.getName()));
    }

    @GetMapping("/participant-applications")
    List<ApplicationView> applications() {
        return admissions.newest();
    }

    @GetMapping("/participant-applications/{id}")
    ApplicationView application(@PathVariable("id") UUID id) {
        return admissions.view(id);
    }

    @PostMapping("/participant-applications/{id}/conformance")
    ApplicationView checkConformance(@PathVariable("id") UUID id, Principal caller) {
        return admissions.recordConformance(id, admissions.probe(id), Actor.person(caller.getName()));
    }

    @PostMapping("/participant-applications/{id}/approval")
    ApplicationView approve(@PathVariable("id") UUID id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return admissions.approve(id, Actor.person(caller.getName()), form.reason());
    }

    @PostMapping("/participant-applications/{id}/refusal")
    ApplicationView refuse(@PathVariable("id") UUID id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return admissions.refuse(id, Actor.person(caller.getName()), form.reason());
    }

    @GetMapping("/participants")
    List<ParticipantView> participants() {
        return standings.all();
    }

    @GetMapping("/participants/{id}")
    ParticipantView participant(@PathVariable("id") int id) {
        return standings.view(id);
    }

    @PostMapping("/participants/{id}/suspension")
    ParticipantView suspend(@PathVariable("id") int id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return change(id, Change.SUSPEND, form, caller);
    }

    @PostMapping("/participants/{id}/reinstatement")
    ParticipantView reinstate(@PathVariable("id") int id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return change(id, Change.REINSTATE, form, caller);
    }

    @PostMapping("/participants/{id}/revocation")
    ParticipantView requestRevocation(
            @PathVariable("id") int id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return change(id, Change.REQUEST_REVOCATION, form, caller);
    }

    @PostMapping("/participants/{id}/revocation/approval")
    ParticipantView revoke(@PathVariable("id") int id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return change(id, Change.CONFIRM_REVOCATION, form, caller);
    }

    @PostMapping("/participants/{id}/revocation/refusal")
    ParticipantView dropRevocation(@PathVariable("id") int id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return change(id, Change.DROP_REVOCATION, form, caller);
    }

    private ParticipantView change(int id, Change change, ReasonForm form, Principal caller) {
        return standings.change(id, change, Actor.person(caller.getName()), form.reason());
    }
}
