package io.florin.registration.people;

import io.florin.decisions.Decision;
import io.florin.registration.people.EnrollmentList.Selection;
import io.florin.registration.protocol.Actor;
import io.florin.registration.protocol.ReasonForm;
import io.florin.registration.protocol.RegistrationProblem;
import io.florin.registration.protocol.Standings.Change;
import io.florin.runtime.console.NextLink;
import io.florin.runtime.openapi.PagedAnswer;
import io.swagger.v3.oas.annotations.Operation;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Customers' enrollments for registration officers.
@RestController
@RequestMapping("/v1")
class EnrollmentApi {
    private final ApplicationService applications;
    private final EnrollmentList list;

    EnrollmentApi(ApplicationService applications, EnrollmentList list) {
        this.applications = applications;
        this.list = list;
    }

    /// @param select `waiting`, `hits` or `all`
    @Operation(summary = "Customers: those that wait, those that wait with likenesses, or all")
    @PagedAnswer
    @GetMapping("/enrollments")
    ResponseEntity<List<EnrollmentLine>> enrollments(
            @RequestParam(name = "select", defaultValue = "waiting") String select,
            @RequestParam(name = "name", defaultValue = "") @Size(max = 140) String name,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            @RequestParam(name = "limit", defaultValue = "" + NextLink.PAGE_MAX) @Min(1) @Max(NextLink.PAGE_MAX)
                    int limit) {
        Selection selection = switch (select) {
            case "waiting" -> Selection.WAITING;
            case "hits" -> Selection.HITS;
            case "all" -> Selection.ALL;
            default -> throw RegistrationProblem.BAD_FIELD.refusal("select is waiting, hits or all.");
        };
        return NextLink.answer(list.find(selection, name, cursor, limit));
    }

    @Operation(summary = "A customer's file with likenesses and findings")
    @GetMapping("/enrollments/{id}")
    EnrollmentFile enrollment(@PathVariable("id") UUID id) {
        return applications.file(id);
    }

    @Operation(summary = "Who the customer is: the person's wallets at all banks, and who else it may be")
    @GetMapping("/enrollments/{id}/person")
    PersonFile person(@PathVariable("id") UUID id) {
        return applications.person(id);
    }

    /// The identity of an applicant as an officer decides it, with the reason.
    ///
    /// @param person one of those who may be the applicant; null for another person than all of them
    record PersonForm(
            @Nullable UUID person,
            @NotBlank @Size(max = Decision.REASON_MAX) String reason) {}

    @Operation(
            summary = "Says whether the applicant is a person known, whose limits then hold for all wallets together")
    @PostMapping("/enrollments/{id}/person")
    EnrollmentFile decidePerson(@PathVariable("id") UUID id, @Valid @RequestBody PersonForm form, Principal caller) {
        return applications.person(
                id, Optional.ofNullable(form.person()), Actor.person(caller.getName()), form.reason());
    }

    @Operation(summary = "Enrolls the customer and issues a credential")
    @PostMapping("/enrollments/{id}/approval")
    EnrollmentFile approve(@PathVariable("id") UUID id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return applications.approve(id, Actor.person(caller.getName()), form.reason());
    }

    @Operation(summary = "Refuses the customer")
    @PostMapping("/enrollments/{id}/refusal")
    EnrollmentFile refuse(@PathVariable("id") UUID id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return applications.refuse(id, Actor.person(caller.getName()), form.reason());
    }

    @Operation(summary = "Suspends the customer at once")
    @PostMapping("/enrollments/{id}/suspension")
    EnrollmentFile suspend(@PathVariable("id") UUID id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return change(id, Change.SUSPEND, form, caller);
    }

    @Operation(summary = "Reinstates the customer; another person than who suspended")
    @PostMapping("/enrollments/{id}/reinstatement")
    EnrollmentFile reinstate(@PathVariable("id") UUID id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return change(id, Change.REINSTATE, form, caller);
    }

    @Operation(summary = "Requests to revoke the enrollment for ever")
    @PostMapping("/enrollments/{id}/revocation")
    EnrollmentFile requestRevocation(
            @PathVariable("id") UUID id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return change(id, Change.REQUEST_REVOCATION, form, caller);
    }

    @Operation(summary = "Revokes the enrollment; another person than who requested it")
    @PostMapping("/enrollments/{id}/revocation/approval")
    EnrollmentFile revoke(@PathVariable("id") UUID id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return change(id, Change.CONFIRM_REVOCATION, form, caller);
    }

    @Operation(summary = "Drops the request to revoke the enrollment")
    @PostMapping("/enrollments/{id}/revocation/refusal")
    EnrollmentFile dropRevocation(@PathVariable("id") UUID id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return change(id, Change.DROP_REVOCATION, form, caller);
    }

    private EnrollmentFile change(UUID id, Change change, ReasonForm form, Principal caller) {
        return applications.change(id, change, Actor.person(caller.getName()), form.reason());
    }
}
