package io.florin.endorser.signing.adapter;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/// Schemes with one-time secrets: `florin.endorser.signing.*`. With BLS nothing of it is used.
///
/// @param directory of the ledgers of one-time secrets, one below it for each key: a local disk that no backup and no
/// snapshot covers; by default `nonces` in the node's directory
/// @param commitments of each peer that are kept at hand; asked for anew when half are left
/// @param presignatures of each set of signers that are kept at hand; made anew when half are left
/// @param presignaturesAtOnce made in one go
/// @param outstandingMax preparations that one peer may have waiting here; beyond it the oldest are erased
/// @param ledgerMax size of a ledger, which has 64 bytes for each share given, at which it begins a new epoch
/// @param prepareWithin how long a bundle waits for what its signers prepare
/// @param retryAfter pause after making presignatures failed
@Validated
@ConfigurationProperties("florin.endorser.signing")
public record SigningProperties(
        @Nullable Path directory,
        @DefaultValue("32") @Min(1) @Max(64) int commitments,
        @DefaultValue("16") @Min(1) @Max(64) int presignatures,
        @DefaultValue("8") @Min(1) @Max(64) int presignaturesAtOnce,
        @DefaultValue("512") @Min(64) @Max(65_536) int outstandingMax,
        @DefaultValue("64MB") @NotNull DataSize ledgerMax,
        @DefaultValue("8s") @NotNull Duration prepareWithin,
        @DefaultValue("1s") @NotNull Duration retryAfter) {}
