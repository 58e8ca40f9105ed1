package io.florin.centralbank.configuration;

import io.florin.centralbank.protocol.ConfigurationProblem;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.runtime.http.IdempotencyKey;
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
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/// The configuration in force and its changes.
@RestController
class ConfigurationController {
    private static final int NEWEST = 200;

    private final ChangeService changes;
    private final LedgerConfiguration ledger;
    private final JsonMapper json;

    ConfigurationController(ChangeService changes, LedgerConfiguration ledger, JsonMapper json) {
        this.changes = changes;
        this.ledger = ledger;
        this.json = json;
    }

    /// Either the passphrase of the officer's key on this node, or a signature made with the key elsewhere.
    @Schema(description = "An officer's approval: the digest of the change seen, and a passphrase or a signature")
    record ConfigurationApprovalForm(
            @Schema(description = "Digest of the change that the officer has seen, as the proposal shows it")
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
                    description = "Ed25519 signature made elsewhere over the configuration proposed (domain"
                            + " `officer-approval`), 64 bytes, hex; either this or a passphrase",
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
            return "ConfigurationApprovalForm";
        }
    }

    @Schema(description = "Why an officer refuses")
    record ConfigurationRefusalForm(
            @Schema(description = "Why, for the log of decisions", example = "Not agreed") @NotBlank @Size(max = 140)
            String reason) {}

    @Operation(summary = "The configuration in force, as the ledger has it")
    @GetMapping("/v1/configuration")
    CurrentConfiguration configuration() {
        return CurrentConfiguration.of(ledger.ask(), ledger.network().toHex());
    }

    @Operation(summary = "Proposed changes of the configuration, newest first")
    @GetMapping("/v1/configuration-changes")
    List<ConfigurationProposal> proposals() {
        return changes.newest(NEWEST);
    }

    @Operation(summary = "A proposed change with what it changes and who has signed")
    @GetMapping("/v1/configuration-changes/{id}")
    ConfigurationProposal proposal(@Parameter(description = "Id of the proposal") @PathVariable("id") UUID id) {
        return changes.proposal(id).orElseThrow(ConfigurationProblem.NO_SUCH_CHANGE::refusal);
    }

    @Operation(summary = "Proposes a change of the configuration, for officers to sign")
    @PostMapping("/v1/configuration-changes")
    @ResponseStatus(HttpStatus.CREATED)
    ConfigurationProposal propose(
            @Parameter(description = "Made up by the caller; the same key and request get the same proposal again")
                    @RequestHeader(IdempotencyKey.HEADER)
                    @Size(max = IdempotencyKey.LENGTH_MAX)
                    @Pattern(regexp = IdempotencyKey.PATTERN)
                    String key,
            @Valid @RequestBody ChangeForm form,
            Principal caller) {
        Bytes32 request = Sha256.hash(json.writeValueAsBytes(form));
        try {
            return changes.propose(key, request, form, caller.getName());
        } catch (DataIntegrityViolationException faster) {
            // the same key came twice at once; now it is there
            return changes.propose(key, request, form, caller.getName());
        }
    }

    @Operation(summary = "An officer signs exactly the change shown, here or with a key held elsewhere")
    @PostMapping("/v1/configuration-changes/{id}/approvals")
    ConfigurationProposal approve(
            @Parameter(description = "Id of the proposal") @PathVariable("id") UUID id,
            @Valid @RequestBody ConfigurationApprovalForm form,
            Principal officer) {
        if (form.signature() != null) {
            return changes.approveSigned(id, officer.getName(), form.digest(), Bytes.fromHex(form.signature()));
        }
        return changes.approve(
                id,
                officer.getName(),
                form.digest(),
                String.valueOf(form.passphrase()).toCharArray());
    }

    @Operation(summary = "An officer refuses a change that is not approved yet")
    @PostMapping("/v1/configuration-changes/{id}/refusal")
    ConfigurationProposal refuse(
            @Parameter(description = "Id of the proposal") @PathVariable("id") UUID id,
            @Valid @RequestBody ConfigurationRefusalForm form,
            Principal officer) {
        return changes.refuse(id, officer.getName(), form.reason());
    }
}
