package io.florin.bank.files;

import io.florin.bank.approvals.FourEyes;
import io.florin.bank.files.FileReports.FileView;
import io.florin.bank.files.FileReports.Progress;
import io.florin.bank.payments.adapter.ScheduledPayments;
import io.florin.bank.protocol.ApiProblems;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.observability.TraceContext;
import io.florin.runtime.openapi.ProblemCodes;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Payment files in, status reports out.
@RestController
class PaymentFilesController {

    private static final String PAIN_002 = "pain.002";
    private static final String PACS_002 = "pacs.002";
    private static final String LINES_PER_PAGE = "100";
    private static final String FILE = "Id of the file";

    private final PaymentFiles files;
    private final FileReports reports;
    private final FourEyes fourEyes;
    private final ScheduledPayments schedule;

    PaymentFilesController(PaymentFiles files, FileReports reports, FourEyes fourEyes, ScheduledPayments schedule) {
        this.fourEyes = fourEyes;
        this.schedule = schedule;
        this.files = files;
        this.reports = reports;
    }

    @Operation(
            summary = "Take a payment file: pain.001 or pacs.008 of ISO 20022, at most 8 MB and 10,000 lines",
            description =
                    "What is wrong with a line refuses that line, what is wrong with a batch the batch; the others are"
                        + " paid. Lines of a later date are scheduled. What is wrong with the file as a file refuses"
                        + " it and pays nothing: `errors` of the problem names place, rule and reason, `statusReport`"
                        + " where its pain.002 is.")
    @ProblemCodes(status = 413)
    @ProblemCodes(status = 415)
    @ProblemCodes(
            status = 422,
            value = {"approval-needed", "duplicate-message", "payment-file-refused"})
    @ApiResponse(
            responseCode = "202",
            headers =
                    @Header(
                            name = "Location",
                            description = "Where the file and its progress are",
                            schema = @Schema(type = "string")),
            description =
                    "Good lines are accepted, bad ones named with their reason code; the same bytes pay nothing twice",
            content = @Content(schema = @Schema(implementation = FileView.class)))
    @PostMapping(
            path = "/v1/payment-files",
            consumes = {MediaType.APPLICATION_XML_VALUE, MediaType.TEXT_XML_VALUE},
            produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<FileView> receive(@RequestBody byte[] xml) {
        PaymentFiles.Receipt receipt =
                files.receive(xml, TraceContext.currentOrNew().traceId(), fourEyes::checkProgram);
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(HttpStatus.ACCEPTED)
                .header(
                        HttpHeaders.LOCATION,
                        "/v1/payment-files/" + receipt.file().id());
        return (receipt.replayed() ? answer.header("Idempotent-Replayed", "true") : answer)
                .body(reports.view(receipt.file(), 1, Integer.parseInt(LINES_PER_PAGE)));
    }

    /// @param from number of the first line shown
    @Operation(
            summary = "A payment file, what became of its lines, page by page",
            description =
                    "Of a file that was refused as a whole, `code` says why. Follow `file.next` of each answer; it is"
                            + " empty on the last page.")
    @GetMapping("/v1/payment-files/{id}")
    Progress file(
            @Parameter(description = FILE) @PathVariable("id") UUID id,
            @Parameter(description = "Number of the first line shown")
                    @RequestParam(name = "from", defaultValue = "1")
                    @Min(1)
                    int from,
            @Parameter(description = "Lines per page")
                    @RequestParam(name = "limit", defaultValue = LINES_PER_PAGE)
                    @Min(1)
                    @Max(FileReports.LINES_PER_PAGE_MAX)
                    int limit) {
        return reports.progress(id, from, limit).orElseThrow(() -> ApiProblems.unknown("payment file"));
    }

    @Operation(
            summary = "Cancel the payments of a file that are scheduled",
            description = "Those whose day has begun, and those that were to be paid at once, go on. Safe to repeat.")
    @ProblemCodes(status = 409, value = ScheduledPayments.DUE)
    @ApiResponse(responseCode = "200", description = "The file, and how many of its payments are in each state now")
    @PostMapping("/v1/payment-files/{id}/cancellation")
    Progress cancel(@Parameter(description = FILE) @PathVariable("id") UUID id) {
        file(id, 1, 1);
        schedule.cancelFile(id);
        return file(id, 1, Integer.parseInt(LINES_PER_PAGE));
    }

    /// A pacs.002, or a pain.002 where `format` or the profile in `Accept` says so.
    @Operation(
            summary = "The status report of a payment file: pacs.002, or pain.002 for customers",
            description = "Of a file that was taken or refused. Each report is a message with its own identification.")
    @ApiResponse(
            responseCode = "200",
            description = "A pacs.002.001.10 or pain.002.001.10 message",
            content = @Content(mediaType = MediaType.APPLICATION_XML_VALUE, schema = @Schema(type = "string")))
    @GetMapping(path = "/v1/payment-files/{id}/status-report")
    ResponseEntity<byte[]> statusReport(
            @Parameter(description = FILE) @PathVariable("id") UUID id,
            @Parameter(
                            description = "`pacs.002` for banks, the default; `pain.002` for customers",
                            schema =
                                    @Schema(
                                            type = "string",
                                            allowableValues = {PACS_002, PAIN_002}))
                    @RequestParam(name = "format", required = false)
                    @Nullable
                    String format,
            HttpServletRequest request) {
        if (format != null && !format.equals(PAIN_002) && !format.equals(PACS_002)) {
            throw new ProblemException(ProblemCode.INVALID_REQUEST, "format is " + PACS_002 + " or " + PAIN_002);
        }
        String accept = String.valueOf(request.getHeader(HttpHeaders.ACCEPT));
        boolean customer = PAIN_002.equals(format) || (format == null && accept.contains(PAIN_002));
        byte[] xml = reports.statusReport(id, customer).orElseThrow(() -> ApiProblems.unknown("payment file"));
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_XML).body(xml);
    }
}
