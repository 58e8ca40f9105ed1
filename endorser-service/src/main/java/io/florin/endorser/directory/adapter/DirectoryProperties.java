package io.florin.endorser.directory.adapter;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// Following registration: `florin.endorser.registration.*`. How long registration may be silent stands in the
/// network's configuration.
///
/// @param tick how often silence is looked for
/// @param retry pause before registration is asked again
/// @param save how often what is known is kept, where it changed
/// @param eventsMax records that wait for the follower
@Validated
@ConfigurationProperties("florin.endorser.registration")
public record DirectoryProperties(
        @DefaultValue("250ms") @NotNull Duration tick,
        @DefaultValue("500ms") @NotNull Duration retry,
        @DefaultValue("5s") @NotNull Duration save,
        @DefaultValue("4096") @Min(16) @Max(1_000_000) int eventsMax) {}
