package io.florin.bank.screening;

import io.florin.bank.approvals.FourEyes;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.PlainText;
import io.florin.bank.screening.HeldCreditReleases.Wish;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.openapi.ProblemCodes;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Held credits for persons' programs. What a customer's program must not learn is not told it.
@RestController
class HeldCreditsController {

    private static final String ID = "Id of the held credit";

    private final HeldCredits credits;
    private final HeldCreditReleases releases;
    private final FourEyes fourEyes;

    HeldCreditsController(HeldCredits credits, HeldCreditReleases releases, FourEyes fourEyes) {
        this.credits = credits;
        this.releases = releases;
        this.fourEyes = fourEyes;
    }

    /// Selection of credits.
    enum Select {
        open,
        all
    }

    @Schema(name = "HeldCreditPage", description = "Some held credits, newest first")
    record HeldCreditPage(
            @Schema(description = "Held credits") List<HeldCredit> credits,

            @Schema(description = "Cursor of the next page, empty on the last page")
            String next) {}

    @Schema(name = "ReleaseForm", description = "The wish to release a held credit")
    record ReleaseForm(
            @Schema(description = "Version of the held credit that was looked at") @Min(0)
            int version,

            @Schema(description = "Why it is somebody else", example = "another person, passport seen")
            @NotBlank
            @Size(max = 140)
            @Pattern(regexp = PlainText.PATTERN)
            String reason) {}

    @Schema(name = "KeepForm", description = "The decision that a credit stays held")
    record KeepForm(
            @Schema(
                    description = "Why it stays held, and to whom it was reported",
                    example = "reported to the ministry")
            @NotBlank
            @Size(max = 140)
            @Pattern(regexp = PlainText.PATTERN)
            String reason) {}

    @Schema(name = "ReleaseOrder", description = "An order that waits for a second person")
    record ReleaseOrder(
            @Schema(description = "Page on which the second person decides")
            String page) {}

    @Operation(
            summary = "Credits from other banks that are held",
            description =
                    "Newest first. Follow `next` until it is empty on the last page. Such a credit is in the balance,"
                            + " as locked.")
    @GetMapping("/v1/held-credits")
    HeldCreditPage list(
            @Parameter(description = "Those that are held, or decided ones too")
                    @RequestParam(name = "select", defaultValue = "open")
                    Select select,
            @Parameter(description = "`next` of the page before; none for the first")
                    @RequestParam(name = "cursor", required = false)
                    @Nullable
                    String cursor,
            @Parameter(description = "Held credits on a page")
                    @RequestParam(name = "limit", defaultValue = "100")
                    @Min(1)
                    @Max(500)
                    int limit) {
        ListPage<HeldCredit> page = credits.newest(select == Select.all, cursor, limit);
        return new HeldCreditPage(page.rows(), page.after());
    }

    @Operation(summary = "One held credit with all that was found")
    @GetMapping("/v1/held-credits/{id}")
    HeldCredit find(@Parameter(description = ID) @PathVariable("id") UUID id) {
        return credits.find(id).orElseThrow(() -> ApiProblems.unknown("held credit"));
    }

    @ProblemCodes(status = 409, value = "request-under-way")
    @ProblemCodes(
            status = 422,
            value = {"credit-not-held", "idempotency-key-reused", "not-screened", "screened-anew"})
    @Operation(
            summary = "Order the release of a held credit",
            description = "A second person has to approve it at the bank's console, whatever the amount.")
    @ApiResponse(
            responseCode = "202",
            description = "Waits for the second person",
            content = @Content(schema = @Schema(implementation = ReleaseOrder.class)))
    @PostMapping("/v1/held-credits/{id}/release")
    ResponseEntity<String> release(
            @Parameter(description = ID) @PathVariable("id") UUID id,
            @RequestHeader("Idempotency-Key") String key,
            @Valid @RequestBody ReleaseForm form,
            Principal caller) {
        return releases.order(fourEyes, new Wish(id, form.version(), form.reason()), caller.getName(), key);
    }

    @ProblemCodes(status = 422, value = "already-decided")
    @Operation(summary = "Decide that a credit stays held")
    @PostMapping("/v1/held-credits/{id}/keep")
    HeldCredit keep(
            @Parameter(description = ID) @PathVariable("id") UUID id,
            @Valid @RequestBody KeepForm form,
            Principal caller) {
        return releases.keep(id, form.reason(), caller.getName());
    }
}
