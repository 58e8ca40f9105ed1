package io.florin.auditmember.adapter;

import jakarta.validation.constraints.NotNull;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// A member of the audit authority: `florin.audit-member.*`.
///
/// @param directory remembers how far the log went, so that a database put back to an earlier moment is found; missing:
/// remembered only while the service runs
/// @param caseLongest after which an open case ends by itself
/// @param answerWithin how long committers may take to answer
/// @param searchWithin how long one committer's list is looked through for a change of the configuration before the
/// next committer is asked; a later search goes on where this one ended
/// @param logCheck how often the whole log is checked; before each share, its end and the entries about the case are
@Validated
@ConfigurationProperties("florin.audit-member")
public record MemberProperties(
        @Nullable Path directory,
        @DefaultValue("90d") @NotNull Duration caseLongest,
        @DefaultValue("5s") @NotNull Duration answerWithin,
        @DefaultValue("1m") @NotNull Duration searchWithin,
        @DefaultValue("10m") @NotNull Duration logCheck) {}
