package io.florin.runtime.security;

import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/// Access to metrics: `florin.metrics.*`.
///
/// @param token the bearer token of whoever collects metrics; without it nobody reads them
@Validated
@ConfigurationProperties("florin.metrics")
public record MetricsProperties(@Nullable @Size(min = 16) String token) {

    /// Silent about the token.
    @Override
    public String toString() {
        return "MetricsProperties";
    }
}
