package io.florin.auditor.approval.adapter;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// Active audit: `florin.auditor.approval.*`.
///
/// @param releaseMax minor units; payments above it are released by a person, all others at once
/// @param pendingMax transactions that may wait for a person
/// @param barredPoll how often the list of barred enrollments is asked for, where a hidden currency is actively audited
@Validated
@ConfigurationProperties("florin.auditor.approval")
public record ApprovalProperties(
        @DefaultValue("9223372036854775807") @Min(0) long releaseMax,
        @DefaultValue("10000") @Min(1) int pendingMax,
        @DefaultValue("1s") @NotNull Duration barredPoll) {}
