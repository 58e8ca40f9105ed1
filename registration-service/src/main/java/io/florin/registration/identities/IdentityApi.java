package io.florin.registration.identities;

import io.florin.registration.protocol.Actor;
import io.florin.registration.protocol.ReasonForm;
import io.florin.runtime.api.IdentityInternalApi.Identity;
import io.florin.runtime.api.IdentityInternalApi.Inquiry;
import io.florin.runtime.api.IdentityInternalApi.InquiryView;
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
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Questions about whose an enrollment id is: officers decide, auditors ask and read.
@RestController
@RequestMapping("/v1/identity-inquiries")
class IdentityApi {
    private static final String PEOPLE = "auditors";

    private final IdentityInquiries inquiries;

    IdentityApi(IdentityInquiries inquiries) {
        this.inquiries = inquiries;
    }

    /// @param transactionId of the payment in which the id was opened
    record InquiryForm(String caseReference, String transactionId, String enrollmentId) {}

    @Operation(summary = "Asks under an open case whose an enrollment id is; two officers release the name")
    @PostMapping
    InquiryView ask(@RequestBody InquiryForm form, Principal caller) {
        var inquiry = new Inquiry(form.caseReference(), form.transactionId(), form.enrollmentId(), caller.getName());
        return inquiries.ask(PEOPLE, Actor.person(caller.getName()), inquiry);
    }

    @Operation(summary = "The name that two officers have released, while the case is open")
    @PostMapping("/{id}/answer")
    Identity answer(@PathVariable("id") UUID id, Principal caller) {
        return inquiries.tell(id, PEOPLE, Actor.person(caller.getName()));
    }

    @Operation(summary = "Questions whose an enrollment id is, newest first, without names")
    @PagedAnswer
    @GetMapping
    ResponseEntity<List<InquiryView>> inquiries(
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            @RequestParam(name = "limit", defaultValue = "" + NextLink.PAGE_MAX) @Min(1) @Max(NextLink.PAGE_MAX)
                    int limit) {
        return NextLink.answer(inquiries
                .newest(cursor, limit)
                .map(rows -> rows.stream().map(IdentityInquiry::view).toList()));
    }

    @Operation(summary = "Approves as the first officer, releases the name as the second")
    @PostMapping("/{id}/approval")
    InquiryView approve(@PathVariable("id") UUID id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return inquiries
                .approve(id, Actor.person(caller.getName()), form.reason())
                .view();
    }

    @Operation(summary = "Refuses to say whose an enrollment id is")
    @PostMapping("/{id}/refusal")
    InquiryView refuse(@PathVariable("id") UUID id, @Valid @RequestBody ReasonForm form, Principal caller) {
        return inquiries
                .refuse(id, Actor.person(caller.getName()), form.reason())
                .view();
    }
}
