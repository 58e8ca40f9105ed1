package io.florin.endorser.endorse.adapter;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// Rules and signatures: `florin.endorser.endorse.*`.
///
/// @param threads that verify and sign; 0 is one per core
/// @param tasksMax tasks that wait for a thread; above it submissions are answered with 503
/// @param submissionsPerTask submissions that one task checks
/// @param freshFor how long an acceptance holds before a share; older ones are checked again
/// @param freshMax acceptances remembered
/// @param proofsPerBatch proofs of hidden payments verified together, of those that wait
/// @param proofsMax hidden payments that wait for a thread; above it submissions are answered with 503
/// @param proofsKnown proofs remembered as verified
/// @param credentialGrace how long after a change the epoch before of anonymous credentials is still taken
@Validated
@ConfigurationProperties("florin.endorser.endorse")
public record EndorseProperties(
        @DefaultValue("0") @Min(0) @Max(256) int threads,
        @DefaultValue("8192") @Min(16) @Max(1_000_000) int tasksMax,
        @DefaultValue("16") @Min(1) @Max(512) int submissionsPerTask,
        @DefaultValue("5s") @NotNull Duration freshFor,
        @DefaultValue("16384") @Min(512) @Max(1_000_000) int freshMax,
        @DefaultValue("32") @Min(1) @Max(512) int proofsPerBatch,
        @DefaultValue("2048") @Min(512) @Max(100_000) int proofsMax,
        @DefaultValue("16384") @Min(512) @Max(1_000_000) int proofsKnown,
        @DefaultValue("60s") @NotNull Duration credentialGrace) {

    /// The number of threads to start.
    int threadsToStart() {
        return threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
    }
}
