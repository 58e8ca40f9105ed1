package io.florin.bank.credentials;

import io.florin.runtime.api.CredentialInternalApi.BlindRequest;
import io.florin.runtime.api.CredentialInternalApi.IssuedCredential;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/// Credentials of self-held wallets, for the programs that serve their holders. Repeating a request is harmless.
@RestController
class HolderCredentialsController {

    private static final String WALLET = "Number of the wallet";

    private final HolderCredentials credentials;

    HolderCredentialsController(HolderCredentials credentials) {
        this.credentials = credentials;
    }

    @Schema(name = "CredentialRequest", description = "A holder's blind request: `florin wallet credential`")
    record RequestForm(
            @Schema(description = "Commitment and proof, hex; they hide the holder's secrets")
            @NotNull
            @Pattern(regexp = "[0-9a-f]{288}")
            String request,

            @Schema(description = "Signature by the owner key over the request and its enrollment, hex")
            @NotNull
            @Pattern(regexp = "[0-9a-f]{128}")
            String ownerSignature) {}

    @Schema(name = "Credential", description = "What makes the holder's secrets a credential; worthless without them")
    record CredentialView(
            @Schema(description = "Enrollment id, hex: what owns the wallet's tokens. It never changes")
            String eid,

            @Schema(description = "Registration's part of the key of serial numbers, hex. It never changes")
            String serialPart,

            @Schema(description = "Number of the epoch in which the signature is taken")
            long epoch,

            @Schema(description = "Registration's signature of the epoch, hex")
            String signature) {}

    @Schema(name = "RenewedCredential", description = "The signature of an epoch")
    record RenewedView(
            @Schema(description = "Enrollment id, hex") String eid,

            @Schema(description = "Number of the epoch in which the signature is taken")
            long epoch,

            @Schema(description = "Registration's signature of the epoch, hex")
            String signature) {}

    @Operation(
            summary = "Have registration issue the credential of a self-held wallet",
            description = "Where the currency hides owners or values. From then on the wallet can be paid under its"
                    + " account number. The same commitment gets the same answer; another one is refused.")
    @PostMapping("/v1/wallets/{number}/credential")
    CredentialView issue(
            @Parameter(description = WALLET) @PathVariable("number") long number,
            @Valid @RequestBody RequestForm form) {
        IssuedCredential issued = credentials.issue(number, new BlindRequest(form.request(), form.ownerSignature()));
        return new CredentialView(issued.eid(), issued.serialPart(), issued.epoch(), issued.signature());
    }

    @Operation(summary = "The signature of the current epoch for the credential of a self-held wallet")
    @GetMapping("/v1/wallets/{number}/credential")
    RenewedView renewed(@Parameter(description = WALLET) @PathVariable("number") long number) {
        HolderCredentials.Renewed renewed = credentials.renewed(number);
        return new RenewedView(renewed.eid(), renewed.epoch(), renewed.signature());
    }
}
