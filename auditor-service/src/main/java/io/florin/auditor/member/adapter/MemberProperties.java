package io.florin.auditor.member.adapter;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// A member of the audit authority: `florin.audit-member.*`.
///
/// @param caseLongest after which an open case ends by itself
/// @param answerWithin how long committers may take to answer
/// @param logCheck how often the whole log is checked, besides before each share
@Validated
@ConfigurationProperties("florin.audit-member")
public record MemberProperties(
        @DefaultValue("90d") @NotNull Duration caseLongest,
        @DefaultValue("5s") @NotNull Duration answerWithin,
        @DefaultValue("10m") @NotNull Duration logCheck) {}
