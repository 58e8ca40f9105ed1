package io.florin.auditor.openings.adapter;

import io.florin.auditor.openings.OpenedPayment;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.security.Principal;
import java.util.List;
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
    private final OpeningLog log;

    OpeningController(OpeningDesk desk, OpeningLog log) {
        this.desk = desk;
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

    @Operation(summary = "A page of the log of openings, newest first")
    @ApiResponse(responseCode = "200", description = "At most 500 entries")
    @GetMapping
    List<OpeningLog.Entry> entries(
            @RequestParam(name = "before", defaultValue = "9223372036854775807") long before,
            @RequestParam(name = "limit", defaultValue = "100") int limit) {
        return log.before(before, limit);
    }
}
