package io.florin.bank.accounts;

import io.florin.bank.accounts.Accounts.CustomerView;
import io.florin.bank.accounts.Accounts.WalletView;
import io.florin.bank.idempotency.Idempotent;
import io.florin.bank.protocol.ApiProblems;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.HoldingShare;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.openapi.ProblemCodes;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.security.Principal;
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
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// Customers and wallets. Nothing moves money here.
@RestController
class CustomersController {

    private static final int PAGE_MAX = 500;
    private static final String CUSTOMER = "Id of the customer";

    private final Accounts accounts;
    private final WalletClaims claims;
    private final ShareChanges shares;
    private final Idempotent idempotent;

    CustomersController(Accounts accounts, WalletClaims claims, ShareChanges shares, Idempotent idempotent) {
        this.accounts = accounts;
        this.idempotent = idempotent;
        this.claims = claims;
        this.shares = shares;
    }

    @Schema(description = "A wallet to open")
    record WalletForm(
            @Schema(description = "Id of the limits wanted; registration decides", example = "2") @Min(1) @Max(200)
            int tier,

            @Schema(
                    description = "Ten thousandths of the tier's holding limit that this wallet shall have; without it"
                            + " what the person's other wallets, at whatever banks, leave",
                    example = "10000",
                    nullable = true)
            @Nullable
            @Min(1)
            @Max(10_000)
            Integer holdingShare) {}

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
            int tier,

            @Schema(
                    description = "Ten thousandths of the tier's holding limit that this wallet shall have; without it"
                            + " what the person's other wallets, at whatever banks, leave",
                    example = "10000",
                    nullable = true)
            @Nullable
            @Min(1)
            @Max(10_000)
            Integer holdingShare) {}

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

    @ProblemCodes(status = 409, value = "request-under-way")
    @ProblemCodes(
            status = 422,
            value = {"birth-date-invalid", "document-expired", "idempotency-key-reused", "unknown-country"})
    @Operation(summary = "Add a customer")
    @ApiResponse(
            responseCode = "201",
            description = "Added; the same key and request get the same customer",
            content = @Content(schema = @Schema(implementation = CustomerView.class)))
    @PostMapping("/v1/customers")
    ResponseEntity<String> add(
            @RequestHeader("Idempotency-Key") String key, @Valid @RequestBody CustomerForm form, Principal caller) {
        return created(idempotent.once(caller.getName(), key, "customers", form, () -> accounts.addCustomer(form)));
    }

    private static ResponseEntity<String> created(ResponseEntity<String> answer) {
        return answer.getStatusCode().isError()
                ? answer
                : ResponseEntity.status(HttpStatus.CREATED)
                        .headers(answer.getHeaders())
                        .body(answer.getBody());
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

    @ProblemCodes(status = 409, value = "request-under-way")
    @ProblemCodes(
            status = 422,
            value = {"idempotency-key-reused", "unknown-tier"})
    @Operation(summary = "Open a custodial wallet; it is usable once registration has enrolled it")
    @ApiResponse(
            responseCode = "201",
            description = "Opened; the same key and request get the same wallet",
            content = @Content(schema = @Schema(implementation = WalletView.class)))
    @PostMapping("/v1/customers/{id}/wallets")
    ResponseEntity<String> open(
            @Parameter(description = CUSTOMER) @PathVariable("id") UUID id,
            @RequestHeader("Idempotency-Key") String key,
            @Valid @RequestBody WalletForm form,
            Principal caller) {
        return created(idempotent.once(
                caller.getName(),
                key,
                "wallets/" + id,
                form,
                () -> accounts.openCustodial(id, new Accounts.Limits(form.tier(), form.holdingShare()))
                        .orElseThrow(() -> ApiProblems.unknown("customer"))));
    }

    @Operation(summary = "Reserve the number of a self-held wallet and what its proof of possession is made over")
    @PostMapping("/v1/self-held-references")
    @ResponseStatus(HttpStatus.CREATED)
    SelfHeldReference reference() {
        long number = accounts.nextNumber();
        return new SelfHeldReference(number, Accounts.reference(number));
    }

    @ProblemCodes(status = 422, value = "unknown-tier")
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
                            new Accounts.Limits(form.tier(), form.holdingShare()))
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

    @Schema(description = "What part of a holding limit a wallet shall have")
    record ShareForm(
            @Schema(description = "Ten thousandths of the tier's holding limit", example = "5000") @Min(0) @Max(10_000)
            int holdingShare) {}

    @Operation(
            summary = "Give a wallet another part of its person's holding limit",
            description = "The limit is the person's, over all wallets at all banks. A share is reduced only as far as"
                    + " the wallet holds no more (`wallet-holds-more`), and raised only by what the person's other"
                    + " wallets have left (`person-limit-reached`). Repeating it is harmless.")
    @PutMapping("/v1/wallets/{number}/holding-share")
    WalletView share(
            @Parameter(description = "Number of the wallet") @PathVariable("number") long number,
            @Valid @RequestBody ShareForm form) {
        return shares.change(number, new HoldingShare(form.holdingShare()));
    }

    @Operation(summary = "A wallet and where its enrollment is")
    @GetMapping("/v1/wallets/{number}")
    WalletView wallet(@Parameter(description = "Number of the wallet") @PathVariable("number") long number) {
        return accounts.walletView(number).orElseThrow(() -> ApiProblems.unknown("wallet"));
    }
}
