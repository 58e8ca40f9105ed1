package io.florin.auditmember.adapter;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.florin.auditmember.AuditCase;
import io.florin.auditmember.CaseScope;
import io.florin.crypto.Bytes32;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.TransactionId;
import io.florin.runtime.console.NextLink;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.openapi.PagedAnswer;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.security.Principal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Cases, for the people of this member's organisation.
@RestController
public class CaseController {
    private final CaseService cases;

    public CaseController(CaseService cases) {
        this.cases = cases;
    }

    /// A case to open: of a transaction, or of an enrollment in a period of blocks.
    ///
    /// @param reference of the authority that orders it
    /// @param transactionId empty or missing where it is of an enrollment
    /// @param enrollmentId as registration issued it
    record CaseForm(
            String reference,
            String reason,
            @JsonSetter(nulls = Nulls.SET) @Nullable String transactionId,
            @JsonSetter(nulls = Nulls.SET) @Nullable String enrollmentId,
            @JsonSetter(nulls = Nulls.SET) @Nullable Long firstBlock,
            @JsonSetter(nulls = Nulls.SET) @Nullable Long lastBlock) {}

    record EndForm(String reason) {}

    /// @param state `ASKED`, `OPEN` or `ENDED`
    record CaseDetails(
            String reference,
            String state,
            String scope,
            String reason,
            String askedBy,
            String approvedBy,
            Instant since) {
        static CaseDetails of(AuditCase found) {
            return new CaseDetails(
                    found.reference(),
                    found.state().name(),
                    found.scope().text(),
                    found.reason(),
                    found.askedBy(),
                    found.approvedBy(),
                    found.openedAt());
        }
    }

    @Operation(summary = "Ask for a case", description = "Another person of this organisation has to approve it.")
    @ApiResponse(responseCode = "200", description = "The case, which waits for an approval")
    @PostMapping("/v1/cases")
    CaseDetails ask(@RequestBody CaseForm form, Principal caller) {
        return CaseDetails.of(
                cases.ask(form.reference(), scope(form), form.reason().strip(), caller.getName()));
    }

    @Operation(summary = "Approve a case that another person asked for")
    @ApiResponse(responseCode = "200", description = "The case, which is open now")
    @PostMapping("/v1/cases/{reference}/approval")
    CaseDetails approve(@PathVariable("reference") String reference, Principal caller) {
        return CaseDetails.of(cases.approve(reference, caller.getName()));
    }

    @Operation(
            summary = "Refuse a case that waits for an approval",
            description = "It never opens; another one needs another reference.")
    @ApiResponse(responseCode = "200", description = "The case, which has ended")
    @PostMapping("/v1/cases/{reference}/refusal")
    CaseDetails refuse(@PathVariable("reference") String reference, @RequestBody EndForm form, Principal caller) {
        return CaseDetails.of(cases.refuse(reference, form.reason().strip(), caller.getName()));
    }

    @Operation(summary = "End a case", description = "It never opens again.")
    @ApiResponse(responseCode = "200", description = "The case, which has ended")
    @PostMapping("/v1/cases/{reference}/end")
    CaseDetails end(@PathVariable("reference") String reference, @RequestBody EndForm form, Principal caller) {
        return CaseDetails.of(cases.end(reference, form.reason().strip(), caller.getName()));
    }

    /// @param select `all`, `asked`, `open` or `ended`
    @Operation(
            summary = "Cases, newest first",
            description = "By when they were asked for; those that ended, asked for alone, by when they ended.")
    @PagedAnswer
    @GetMapping("/v1/cases")
    ResponseEntity<List<CaseDetails>> cases(
            @RequestParam(name = "select", defaultValue = "all") String select,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            @RequestParam(name = "limit", defaultValue = "" + NextLink.PAGE_MAX) @Min(1) @Max(NextLink.PAGE_MAX)
                    int limit) {
        CaseSelection selection = switch (select) {
            case "all" -> CaseSelection.ALL;
            case "asked" -> CaseSelection.ASKED;
            case "open" -> CaseSelection.OPEN;
            case "ended" -> CaseSelection.ENDED;
            default -> throw new ProblemException(ProblemCode.INVALID_REQUEST, "select is all, asked, open or ended.");
        };
        return NextLink.answer(cases.list(selection, cursor, limit)
                .map(found -> found.stream().map(CaseDetails::of).toList()));
    }

    @Operation(summary = "A case")
    @ApiResponse(responseCode = "200", description = "The case")
    @GetMapping("/v1/cases/{reference}")
    CaseDetails one(@PathVariable("reference") String reference) {
        return cases.find(reference)
                .map(CaseDetails::of)
                .orElseThrow(() -> new ProblemException(ProblemCode.NOT_FOUND, "There is no such case here."));
    }

    private static CaseScope scope(CaseForm form) {
        String transaction = form.transactionId() == null ? "" : form.transactionId();
        String enrollment = form.enrollmentId() == null ? "" : form.enrollmentId();
        Long first = form.firstBlock();
        Long last = form.lastBlock();
        try {
            if (!transaction.isEmpty() && enrollment.isEmpty() && first == null && last == null) {
                return new CaseScope.OfTransaction(TransactionId.fromHex(transaction));
            }
            if (transaction.isEmpty() && !enrollment.isEmpty() && first != null && last != null) {
                return new CaseScope.OfEnrollment(
                        Scalar.ofCanonical(Bytes32.fromHex(enrollment).toArray()), first, last);
            }
        } catch (IllegalArgumentException malformed) {
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST,
                    "Ids have 64 hexadecimal digits, and a period 1 to " + CaseScope.BLOCKS_MAX + " blocks.");
        }
        throw new ProblemException(
                ProblemCode.INVALID_REQUEST,
                "A case is of a transaction, or of an enrollment from a first to a last block.");
    }
}
