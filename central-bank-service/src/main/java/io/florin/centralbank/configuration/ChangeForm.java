package io.florin.centralbank.configuration;

import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A wish to change the configuration: what is left out stays as it is.
///
/// @param baseVersion the configuration that the caller has seen
@Schema(
        name = "ConfigurationChangeForm",
        description = "A wish to change the configuration in force; a part that is left out stays as it is")
record ChangeForm(
        @Schema(description = "Version of the configuration in force that the caller has seen") @Min(1)
        long baseVersion,

        @Schema(description = "Why, for the other officers and the log of decisions", example = "Limits of 2027")
        @NotBlank
        @Size(max = 140)
        String reason,

        @Schema(description = "When the auditor must sign transactions of the currency", nullable = true)
        @Nullable
        @Valid
        Audit audit,

        @Schema(description = "All officers' keys and how many of them must sign", nullable = true) @Nullable @Valid
        Officers officers,

        @Schema(description = "All auditors' Ed25519 public keys in order, 64 hexadecimal digits each", nullable = true)
        @Nullable
        @Size(min = 1, max = 64)
        List<@Pattern(regexp = "[0-9a-f]{64}") String> auditors,

        @Schema(description = "Limits of tiers that exist; tiers left out stay", nullable = true)
        @Nullable
        @Size(min = 1, max = 64)
        List<@Valid TierLimits> tiers,

        @Schema(description = "Limits of the ledger", nullable = true) @Nullable @Valid
        Limits limits,

        @Schema(
                description = "New keys of endorsers, certifiers or the audit authority, and keys that end",
                nullable = true)
        @Nullable
        @Valid
        Keys keys) {

    /// Owners of keys.
    enum KeyHolders {
        ENDORSERS,
        CERTIFIERS,
        AUDIT_MEMBERS
    }

    /// @param added public parts of keys, base64
    @Schema(name = "KeysChange")
    record Keys(
            @Schema(
                    description = "Public parts of keys as their ceremonies left them beside each share"
                            + " (`share-<namespace>[-<epoch>].public`), base64: the next key of a namespace's"
                            + " endorsers, certifiers or audit authority, or new shares of a key of certifiers or of"
                            + " the audit authority",
                    nullable = true)
            @Nullable
            @Size(max = 4)
            List<@NotBlank @Size(max = 65_536) String> added,

            @Schema(
                    description = "Keys that end: of endorsers the older one of two, of certifiers and the audit"
                            + " authority any but the newest",
                    nullable = true)
            @Nullable
            @Size(max = 16)
            List<@Valid KeyName> ended) {

        List<String> allAdded() {
            return added == null ? List.of() : added;
        }

        List<KeyName> endedOf(KeyHolders holders) {
            return ended == null
                    ? List.of()
                    : ended.stream().filter(name -> name.of() == holders).toList();
        }
    }

    @Schema(name = "KeyName", description = "A key in force")
    record KeyName(
            @Schema(description = "Whose key it is") @NotNull
            KeyHolders of,

            @Schema(description = "Namespace of the key") @Min(0) @Max(65_535)
            int namespace,

            @Schema(description = "Epoch of the key") @Min(1)
            long epoch) {}

    /// @param threshold minor units; absent: as it is
    @Schema(name = "AuditChange")
    record Audit(
            @Schema(
                    description = "`NEVER`: no transaction needs the auditor's signature; `ABOVE_THRESHOLD`: payments"
                            + " above the threshold do; `ALWAYS`: every issue, transfer and redemption does")
            @NotNull
            AuditPolicy policy,

            @Schema(description = "Minor units, used under `ABOVE_THRESHOLD`; left out: as it is", nullable = true)
            @Nullable
            @Min(0)
            Long threshold) {}

    /// @param keys of all officers, in order of their index
    @Schema(name = "OfficersChange")
    record Officers(
            @Schema(description = "How many officers must sign an issue, a redemption or a change, at least two")
            @Min(1)
            @Max(64)
            int approvalsRequired,

            @Schema(
                    description = "Ed25519 public keys of all officers in order of their index, 64 hexadecimal digits"
                            + " each; as many as must sign stay as they are")
            @NotEmpty
            @Size(max = 64)
            List<@Pattern(regexp = "[0-9a-f]{64}") String> keys) {}

    /// @param id of a tier that exists
    @Schema(name = "TierChange")
    record TierLimits(
            @Schema(description = "Id of the tier") @Min(0) @Max(255)
            int id,

            @Schema(description = "Largest single payment to others, minor units") @Min(0)
            long paymentMax,

            @Schema(description = "Largest holding, minor units") @Min(0)
            long holdingMax) {}

    @Schema(name = "LimitsChange")
    record Limits(
            @Schema(description = "How many blocks ahead a transaction's expiry may lie, 10 to 1,000,000") @Min(1)
            long expiryBlocksMax) {}
}
