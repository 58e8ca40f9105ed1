package io.florin.bank.accounts;

import io.florin.bank.idempotency.Idempotent;
import io.florin.bank.protocol.ApiProblems;
import io.florin.runtime.openapi.ProblemCodes;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.Valid;
import java.security.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/// Closes wallets. Only an empty one is closed, so no money moves.
@RestController
class ClosingController {

    private static final String WALLET = "Number of the wallet";

    private final Closings closings;
    private final Accounts accounts;
    private final Idempotent idempotent;

    ClosingController(Closings closings, Accounts accounts, Idempotent idempotent) {
        this.closings = closings;
        this.accounts = accounts;
        this.idempotent = idempotent;
    }

    @Schema(description = "What is said when a wallet is closed")
    record ClosingForm(
            @Schema(
                    description = "Of a self-held wallet whose balance this bank cannot see: true where its holder has"
                            + " said that it is empty. What is left in it cannot be spent once it is closed",
                    nullable = true)
            @Nullable
            Boolean emptyByHolder) {}

    @ProblemCodes(status = 409, value = "request-under-way")
    @ProblemCodes(
            status = 422,
            value = {
                "balance-not-known",
                "idempotency-key-reused",
                "treasury-wallet",
                "wallet-not-empty",
                "wallet-not-enrolled"
            })
    @Operation(
            summary = "Close an empty wallet",
            description = "The wallet can neither pay nor be paid from now on. Once all that was on its way has"
                    + " committed or expired its enrollment ends, its share of the person's limit is the person's"
                    + " again, and it is CLOSED for ever. If money came meanwhile the closing is STOPPED and the"
                    + " wallet open again. A wallet that has money, payments under way or orders that wait is refused"
                    + " (`wallet-not-empty`, with what is left). One that is closed already answers with its closing.")
    @ApiResponse(
            responseCode = "202",
            description = "Ordered; ask for the wallet until it is CLOSED, or ENROLLED again",
            content = @Content(schema = @Schema(implementation = ClosingView.class)))
    @PostMapping("/v1/wallets/{number}/closing")
    ResponseEntity<String> close(
            @Parameter(description = WALLET) @PathVariable("number") long number,
            @RequestHeader("Idempotency-Key") String key,
            @Valid @RequestBody ClosingForm form,
            Principal caller) {
        return idempotent.once(
                caller.getName(),
                key,
                "closings/" + number,
                form,
                () -> closings.order(number, Boolean.TRUE.equals(form.emptyByHolder()), caller.getName()));
    }

    @Operation(summary = "Closings of a wallet that were ordered, newest first")
    @GetMapping("/v1/wallets/{number}/closings")
    List<ClosingView> closings(@Parameter(description = WALLET) @PathVariable("number") long number) {
        if (accounts.wallet(number).isEmpty()) {
            throw ApiProblems.unknown("wallet");
        }
        return closings.of(number);
    }
}
