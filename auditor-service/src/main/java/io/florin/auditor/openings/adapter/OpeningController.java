package io.florin.auditor.openings.adapter;

import io.florin.auditor.openings.OpenedPayment;
import io.florin.auditor.openings.OpeningEvidence;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.security.Principal;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Openings by case, for investigators' programs.
@RestController
@RequestMapping("/v1/openings")
class OpeningController {
    private final OpeningDesk desk;
    private final EvidenceDesk evidence;
    private final OpeningLog log;

    OpeningController(OpeningDesk desk, EvidenceDesk evidence, OpeningLog log) {
        this.desk = desk;
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
        return desk.open(form.caseReference(), form.transactionId(), caller.getName());
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

    @Operation(summary = "A page of the log of openings, newest first")
    @ApiResponse(responseCode = "200", description = "At most 500 entries")
    @GetMapping
    List<OpeningLog.Entry> entries(
            @RequestParam(name = "before", defaultValue = "9223372036854775807") long before,
            @RequestParam(name = "limit", defaultValue = "100") int limit) {
        return log.before(before, limit);
    }
}
