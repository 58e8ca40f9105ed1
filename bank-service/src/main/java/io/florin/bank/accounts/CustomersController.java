package io.florin.bank.accounts;

import io.florin.bank.accounts.Accounts.CustomerView;
import io.florin.bank.accounts.Accounts.WalletView;
import io.florin.bank.protocol.ApiProblems;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.OwnerKey;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// Customers and wallets. A repeated creation makes another customer or wallet; nothing moves money here.
@RestController
class CustomersController {

    private static final int PAGE_MAX = 500;
    private static final String CUSTOMER = "Id of the customer";

    private final Accounts accounts;
    private final WalletClaims claims;

    CustomersController(Accounts accounts, WalletClaims claims) {
        this.accounts = accounts;
        this.claims = claims;
    }

    @Schema(description = "A wallet to open")
    record WalletForm(
            @Schema(description = "Id of the limits wanted; registration decides", example = "2") @Min(1) @Max(200)
            int tier) {}

    @Schema(description = "A wallet whose keys the customer holds")
    record SelfHeldForm(
            @Schema(description = "Number as `POST /v1/self-held-references` handed it out") @Min(1)
            long number,

            @Schema(description = "Ed25519 public key that will own the tokens, hex")
            @NotNull
            @Pattern(regexp = "[0-9a-f]{64}")
            String ownerKey,

            @Schema(description = "X25519 public key to which notes are sealed, hex; not one of small order")
            @NotNull
            @Pattern(regexp = "[0-9a-f]{64}")
            String noteKey,

            @Schema(
                    description =
                            "Signature by the owner key over keys, bank and reference, hex: `florin wallet enroll`")
            @NotNull
            @Pattern(regexp = "[0-9a-f]{128}")
            String proofOfPossession,

            @Schema(description = "Id of the limits wanted; registration decides", example = "2") @Min(1) @Max(200)
            int tier) {}

    @Schema(description = "Whose a wallet is that was rebuilt after the bank had lost its database")
    record ClaimForm(
            @Schema(description = "Id of the customer, who states the same as when the wallet was enrolled") @NotNull
            UUID customer,

            @Schema(
                    description = "Of a self-held wallet: the holder's proof of possession, made again over the same"
                            + " reference, hex",
                    nullable = true)
            @Nullable
            @Pattern(regexp = "[0-9a-f]{128}")
            String proofOfPossession) {}

    @Schema(description = "Where a self-held wallet begins")
    record SelfHeldReference(
            @Schema(description = "Number of the wallet to be")
            long number,

            @Schema(description = "What the holder's proof of possession is made over")
            String reference) {}

    @Operation(summary = "Add a customer")
    @PostMapping("/v1/customers")
    @ResponseStatus(HttpStatus.CREATED)
    CustomerView add(@Valid @RequestBody CustomerForm form) {
        return accounts.addCustomer(form);
    }

    @Operation(
            summary = "Customers with their wallets, in the order in which they were added",
            description = "A page of them. The header `Link` with `rel=\"next\"` has the address of the next one; there"
                    + " is none on the last.")
    @ApiResponse(
            responseCode = "200",
            useReturnTypeSchema = true,
            headers =
                    @Header(
                            name = HttpHeaders.LINK,
                            description = "`<address>; rel=\"next\"`, missing on the last page",
                            schema = @Schema(type = "string")))
    @GetMapping("/v1/customers")
    ResponseEntity<List<CustomerView>> customers(
            @Parameter(description = "From the `Link` of the page before; opaque")
                    @RequestParam(name = "cursor", required = false)
                    @Nullable
                    String cursor,
            @Parameter(description = "How many at most")
                    @RequestParam(name = "limit", defaultValue = "" + PAGE_MAX)
                    @Min(1)
                    @Max(PAGE_MAX)
                    int limit) {
        Accounts.CustomerPage page = accounts.customers(CustomerCursor.parse(cursor), limit);
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok();
        page.next()
                .ifPresent(next -> answer.header(
                        HttpHeaders.LINK,
                        "</v1/customers?cursor=" + next.text() + "&limit=" + limit + ">; rel=\"next\""));
        return answer.body(page.customers());
    }

    @Operation(summary = "A customer with its wallets")
    @GetMapping("/v1/customers/{id}")
    CustomerView customer(@Parameter(description = CUSTOMER) @PathVariable("id") UUID id) {
        return accounts.customer(id).orElseThrow(() -> ApiProblems.unknown("customer"));
    }

    @Operation(summary = "Open a custodial wallet; it is usable once registration has enrolled it")
    @PostMapping("/v1/customers/{id}/wallets")
    @ResponseStatus(HttpStatus.CREATED)
    WalletView open(
            @Parameter(description = CUSTOMER) @PathVariable("id") UUID id, @Valid @RequestBody WalletForm form) {
        return accounts.openCustodial(id, form.tier()).orElseThrow(() -> ApiProblems.unknown("customer"));
    }

    @Operation(summary = "Reserve the number of a self-held wallet and what its proof of possession is made over")
    @PostMapping("/v1/self-held-references")
    @ResponseStatus(HttpStatus.CREATED)
    SelfHeldReference reference() {
        long number = accounts.nextNumber();
        return new SelfHeldReference(number, Accounts.reference(number));
    }

    @Operation(summary = "Open a wallet whose keys the customer holds")
    @PostMapping("/v1/customers/{id}/self-held-wallets")
    @ResponseStatus(HttpStatus.CREATED)
    WalletView openSelfHeld(
            @Parameter(description = CUSTOMER) @PathVariable("id") UUID id, @Valid @RequestBody SelfHeldForm form) {
        try {
            return accounts.openSelfHeld(
                            id,
                            form.number(),
                            OwnerKey.fromHex(form.ownerKey()),
                            Bytes32.fromHex(form.noteKey()),
                            Bytes.fromHex(form.proofOfPossession()),
                            form.tier())
                    .orElseThrow(() -> ApiProblems.unknown("customer"));
        } catch (IllegalArgumentException e) {
            throw new ProblemException(ProblemCode.INVALID_REQUEST, String.valueOf(e.getMessage()));
        }
    }

    @Operation(
            summary = "Wallets of which nobody knows whose they are, in the order of their numbers",
            description = "There are some only after the bank has lost its database and rebuilt its wallets.")
    @GetMapping("/v1/wallets-without-holder")
    List<WalletView> withoutHolder(
            @Parameter(description = "Number of the last wallet of the page before")
                    @RequestParam(name = "after", defaultValue = "0")
                    @Min(0)
                    long after,
            @Parameter(description = "How many at most")
                    @RequestParam(name = "limit", defaultValue = "" + PAGE_MAX)
                    @Min(1)
                    @Max(PAGE_MAX)
                    int limit) {
        return accounts.withoutHolder(after, limit);
    }

    @Operation(
            summary = "Say whose a rebuilt wallet is",
            description = "Registration confirms it: it is taken for nobody but whom the wallet was enrolled for.")
    @PostMapping("/v1/wallets/{number}/holder")
    WalletView claim(
            @Parameter(description = "Number of the wallet") @PathVariable("number") long number,
            @Valid @RequestBody ClaimForm form) {
        return claims.claim(
                number,
                form.customer(),
                Optional.ofNullable(form.proofOfPossession()).map(Bytes::fromHex));
    }

    @Operation(summary = "A wallet and where its enrollment is")
    @GetMapping("/v1/wallets/{number}")
    WalletView wallet(@Parameter(description = "Number of the wallet") @PathVariable("number") long number) {
        return accounts.walletView(number).orElseThrow(() -> ApiProblems.unknown("wallet"));
    }
}
