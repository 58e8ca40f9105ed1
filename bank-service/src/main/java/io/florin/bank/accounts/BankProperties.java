package io.florin.bank.accounts;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.nio.file.Path;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// `florin.bank.*`.
///
/// @param directory where the custody seed is kept
/// @param name of the bank
/// @param bic 8 or 11 characters
/// @param country where it is registered, ISO 3166 alpha-2
/// @param enrollmentPoll how often open enrollments are asked for, and the shortest pause of the loops that what
/// happens
///     at the bank wakes
/// @param recordsPoll pause between an answer with registration's records, which say how wallets stand, and the next
///     question, which registration keeps until there is one
/// @param standingPoll how often new signatures of credentials are asked for, and reasons of changed standings
/// @param followPoll how often the ledger is asked for blocks when there were none
/// @param headPoll how often the committer is asked how far it is and under which configuration: for monitoring, for
///     payments, which wait until the bank has followed to that configuration, and for orders that it has put an end to
/// @param paymentPoll the shortest pause of the loops of payments, notes and screening, which are woken when there is
///     something to do: what comes in that time is one step's work
/// @param resendAfter how long a submitted transaction may lack a final status before it is sent again
/// @param batch transactions submitted at once, at most 256: so many of the largest fit into one bundle
/// @param submissionsMax submissions that wait for an answer at a time: those behind them are planned meanwhile
@Validated
@ConfigurationProperties("florin.bank")
public record BankProperties(
        @NotNull Path directory,
        @DefaultValue("Bank") String name,

        @DefaultValue("FLORXFXX") @Pattern(regexp = "[A-Z0-9]{8}([A-Z0-9]{3})?")
        String bic,

        @DefaultValue("LU") @Pattern(regexp = "[A-Z]{2}") String country,
        @DefaultValue("500ms") Duration enrollmentPoll,
        @DefaultValue("1s") Duration recordsPoll,
        @DefaultValue("2s") Duration standingPoll,
        @DefaultValue("100ms") Duration followPoll,
        @DefaultValue("2s") Duration headPoll,
        @DefaultValue("25ms") Duration paymentPoll,
        @DefaultValue("10s") @DurationMax(minutes = 1) Duration resendAfter,
        @DefaultValue("256") @Min(1) @Max(256) int batch,
        @DefaultValue("4") @Min(1) @Max(64) int submissionsMax) {}
