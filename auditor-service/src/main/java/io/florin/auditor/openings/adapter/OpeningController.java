package io.florin.auditor.openings.adapter;

import io.florin.auditor.openings.OpenedPayment;
import io.florin.auditor.openings.OpeningEvidence;
import io.florin.runtime.api.IdentityInternalApi.Identity;
import io.florin.runtime.api.IdentityInternalApi.InquiryView;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.security.Principal;
import java.util.List;
import java.util.UUID;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Openings by case, for investigators' programs.
@RestController
@RequestMapping("/v1/openings")
class OpeningController {
    private final DisclosureService disclosures;
    private final EvidenceService evidence;
    private final OpeningLog log;
    private final IdentityQuestions identities;

    OpeningController(
            DisclosureService disclosures, EvidenceService evidence, OpeningLog log, IdentityQuestions identities) {
        this.identities = identities;
        this.disclosures = disclosures;
        this.evidence = evidence;
        this.log = log;
    }

    record OpeningForm(String caseReference, String transactionId) {}

    @Operation(
            summary = "Open a committed payment under a case",
            description = "Members of the audit authority give shares if they have this case open and it covers the"
                    + " transaction. What is opened is not stored; that it was is, here and at each member.")
    @ApiResponse(responseCode = "200", description = "Who paid whom how much, by enrollment ids")
    @PostMapping
    OpenedPayment open(@RequestBody OpeningForm form, Principal caller) {
        return disclosures.open(form.caseReference(), form.transactionId(), caller.getName());
    }

    @Operation(
            summary = "Open a committed payment under a case and get evidence of it",
            description = "A file that anybody can check offline with `florin verify-opening FILE`: genesis, payment,"
                    + " receipt and block, members' shares with their proofs and the signed entries of their logs, what"
                    + " they open, and the entry of this auditor's signed log that holds the file's hash. It is not"
                    + " stored.")
    @ApiResponse(
            responseCode = "200",
            description = "The file",
            content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(type = "object")))
    @PostMapping(path = "/evidence", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> evidence(@RequestBody OpeningForm form, Principal caller) {
        return attachment(evidence.make(form.caseReference(), form.transactionId(), caller.getName()));
    }

    static ResponseEntity<byte[]> attachment(OpeningEvidence made) {
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        "attachment; filename=\"opening-" + made.transactionId() + ".json\"")
                .body(EvidenceFile.write(made));
    }

    record IdentityForm(String caseReference, String transactionId, String enrollmentId) {}

    @Operation(
            summary = "Ask registration whose an enrollment id of an opened payment is",
            description =
                    "Registration asks the members whether the case is open; two of its officers release the name.")
    @ApiResponse(responseCode = "200", description = "The inquiry, without the name")
    @PostMapping("/identities")
    InquiryView identity(@RequestBody IdentityForm form, Principal caller) {
        return identities.ask(form.caseReference(), form.transactionId(), form.enrollmentId(), caller.getName());
    }

    @Operation(summary = "Questions to registration under a case, oldest first, without names")
    @ApiResponse(responseCode = "200", description = "The inquiries")
    @GetMapping("/identities")
    List<InquiryView> identities(@RequestParam("case") String caseReference) {
        return identities.under(caseReference);
    }

    @Operation(summary = "The name that registration's officers have released; it is not stored here")
    @ApiResponse(responseCode = "200", description = "Who the enrollment id is")
    @PostMapping("/identities/{id}/answer")
    Identity answer(@PathVariable("id") UUID id, Principal caller) {
        return identities.answer(id, caller.getName());
    }

    @Operation(summary = "A page of the log of openings, newest first")
    @ApiResponse(responseCode = "200", description = "At most 500 entries")
    @GetMapping
    List<OpeningLog.Entry> entries(
            @RequestParam(name = "before", defaultValue = "9223372036854775807") long before,
            @RequestParam(name = "limit", defaultValue = "100") int limit) {
        return log.before(before, limit);
    }
}
