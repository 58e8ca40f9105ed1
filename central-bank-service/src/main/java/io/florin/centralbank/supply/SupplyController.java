package io.florin.centralbank.supply;

import io.florin.centralbank.protocol.SupplyProblem;
import io.florin.centralbank.reserves.ReserveLedger;
import io.florin.centralbank.supply.SupplySummary.BankSupply;
import io.florin.centralbank.supply.SupplySummary.SupplyPoint;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// The central bank's own API: requests, approvals, supply and reserves.
@RestController
class SupplyController {
    private static final String ID = "Id of the request, 64 hexadecimal digits";
    private static final int NEWEST = 200;
    private static final int HISTORY_MAX = 1000;

    private final SupplyService supply;
    private final SupplySummary book;
    private final ReserveLedger reserves;

    SupplyController(SupplyService supply, SupplySummary book, ReserveLedger reserves) {
        this.supply = supply;
        this.book = book;
        this.reserves = reserves;
    }

    /// Either the passphrase of the officer's key on this node, or a signature made with the key elsewhere.
    ///
    /// @param signature Ed25519 over `SupplyRequest.officerMessage`, 64 bytes, hex
    @Schema(description = "An officer's approval: the digest of the request seen, and a passphrase or a signature")
    record ApprovalForm(
            @Schema(description = "Digest of the request that the officer has seen, as the request shows it")
            @NotNull
            @Pattern(regexp = "[0-9a-f]{64}")
            String digest,

            @Schema(
                    description = "Passphrase of the officer's key on this node; either this or a signature",
                    example = "correct horse battery staple",
                    nullable = true)
            @Nullable
            @Size(min = 1, max = 256)
            String passphrase,

            @Schema(
                    description = "Ed25519 signature made elsewhere over the request (domain `officer-approval`), 64"
                            + " bytes, hex; either this or a passphrase",
                    nullable = true)
            @Nullable
            @Pattern(regexp = "[0-9a-f]{128}")
            String signature) {

        @AssertTrue(message = "either a passphrase or a signature")
        boolean isOneOfBoth() {
            return (passphrase == null) != (signature == null);
        }

        /// Silent about the passphrase.
        @Override
        public String toString() {
            return "ApprovalForm";
        }
    }

    @Schema(description = "Why an officer refuses")
    record RefusalForm(
            @Schema(description = "Why, for the bank and the log of decisions", example = "Not agreed")
            @NotBlank
            @Size(max = 140)
            String reason) {}

    @Operation(summary = "The supply and the reserves at the last block followed")
    @GetMapping("/v1/supply")
    SupplyFigures supply() {
        return book.view();
    }

    @Operation(summary = "The supply after each block that changed it, oldest first")
    @GetMapping("/v1/supply/history")
    List<SupplyPoint> history(
            @Parameter(description = "How many of the newest, 1 to 1000")
                    @RequestParam(name = "limit", defaultValue = "100")
                    int limit) {
        return book.history(Math.clamp(limit, 1, HISTORY_MAX));
    }

    @Operation(summary = "What each bank withdrew and redeemed")
    @GetMapping("/v1/supply/banks")
    List<BankSupply> byBank() {
        return book.byBank();
    }

    @Operation(summary = "Banks' reserve accounts")
    @GetMapping("/v1/reserves")
    List<ReserveLedger.Account> reserves() {
        return reserves.accounts();
    }

    @Operation(summary = "Requests to withdraw or redeem, newest first")
    @GetMapping("/v1/supply-requests")
    List<RequestFile> requests() {
        return supply.newest(NEWEST);
    }

    @Operation(summary = "A request with its approvals")
    @GetMapping("/v1/supply-requests/{id}")
    RequestFile request(@Parameter(description = ID) @PathVariable("id") String id) {
        return supply.view(id(id)).orElseThrow(SupplyProblem.NO_SUCH_REQUEST::refusal);
    }

    @Operation(summary = "An officer signs a request, here or with a key held elsewhere")
    @PostMapping("/v1/supply-requests/{id}/approvals")
    RequestFile approve(
            @Parameter(description = ID) @PathVariable("id") String id,
            @Valid @RequestBody ApprovalForm form,
            Principal officer) {
        if (form.signature() != null) {
            return supply.approveSigned(id(id), officer.getName(), form.digest(), Bytes.fromHex(form.signature()));
        }
        return supply.approve(
                id(id),
                officer.getName(),
                form.digest(),
                String.valueOf(form.passphrase()).toCharArray());
    }

    @Operation(summary = "Refuses a request and releases what was held")
    @PostMapping("/v1/supply-requests/{id}/refusal")
    RequestFile refuse(
            @Parameter(description = ID) @PathVariable("id") String id,
            @Valid @RequestBody RefusalForm form,
            Principal officer) {
        return supply.refuse(id(id), officer.getName(), form.reason());
    }

    static Bytes32 id(String hex) {
        try {
            return Bytes32.fromHex(hex);
        } catch (IllegalArgumentException malformed) {
            throw new ProblemException(ProblemCode.INVALID_REQUEST, "an id is 64 hexadecimal digits");
        }
    }
}
