package io.florin.runtime.http;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/// Bounds of the public HTTP edge: `florin.http.*`.
///
/// @param bodyMax the longest body taken
/// @param largeBodies paths on which another bound holds, such as a file upload
/// @param rateLimit how often one client may ask
@Validated
@ConfigurationProperties("florin.http")
public record HttpProperties(
        @DefaultValue("1MB") @NotNull DataSize bodyMax,
        @DefaultValue List<@Valid LargeBody> largeBodies,
        @DefaultValue @Valid @NotNull RateLimit rateLimit) {

    /// Another bound for paths that begin with a prefix.
    public record LargeBody(
            @NotNull String pathPrefix, @NotNull DataSize bodyMax) {}

    /// One token bucket per client address.
    public record RateLimit(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("200") @Min(1) @Max(1_000_000) int requestsPerSecond,
            @DefaultValue("400") @Min(1) @Max(1_000_000) int burst,
            @DefaultValue("10000") @Min(1) @Max(1_000_000) int clientsMax) {}

    long bytesMaxFor(String path) {
        for (LargeBody large : largeBodies) {
            if (path.startsWith(large.pathPrefix)) {
                return large.bodyMax.toBytes();
            }
        }
        return bodyMax.toBytes();
    }
}
