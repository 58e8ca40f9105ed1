package io.florin.runtime.http;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/// Bounds of the public HTTP edge: `florin.http.*`.
///
/// @param bodyMax the longest body taken
/// @param largeBodies paths on which another bound holds, such as a file upload
/// @param rateLimit how often one client may ask
/// @param wrongCredentials how many wrong credentials are looked at
/// @param publicAddress where callers reach this service, such as `https://bank.example.org`, for redirects and links
@Validated
@ConfigurationProperties("florin.http")
public record HttpProperties(
        @DefaultValue("1MB") @NotNull DataSize bodyMax,
        @DefaultValue List<@Valid LargeBody> largeBodies,
        @DefaultValue @Valid @NotNull RateLimit rateLimit,
        @DefaultValue @Valid @NotNull WrongCredentialsLimit wrongCredentials,
        @Nullable URI publicAddress) {

    public HttpProperties {
        if (publicAddress != null && (publicAddress.getScheme() == null || publicAddress.getHost() == null)) {
            throw new IllegalArgumentException("florin.http.public-address names no scheme or no host");
        }
    }

    /// Another bound for paths that begin with a prefix.
    public record LargeBody(
            @NotNull String pathPrefix, @NotNull DataSize bodyMax) {}

    /// One token bucket per client address.
    public record RateLimit(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("200") @Min(1) @Max(1_000_000) int requestsPerSecond,
            @DefaultValue("400") @Min(1) @Max(1_000_000) int burst,
            @DefaultValue("10000") @Min(1) @Max(1_000_000) int clientsMax) {}

    /// So many wrong tokens, passwords and client secrets at once, then so many a minute: from one address, and for one
    /// account from all addresses.
    public record WrongCredentialsLimit(
            @DefaultValue("60") @Min(1) @Max(1_000_000) int sourceBurst,
            @DefaultValue("60") @Min(1) @Max(1_000_000) int sourcePerMinute,
            @DefaultValue("120") @Min(1) @Max(1_000_000) int accountBurst,
            @DefaultValue("120") @Min(1) @Max(1_000_000) int accountPerMinute,
            @DefaultValue("10000") @Min(1) @Max(1_000_000) int rememberedMax) {}

    long bytesMaxFor(String path) {
        for (LargeBody large : largeBodies) {
            if (path.startsWith(large.pathPrefix)) {
                return large.bodyMax.toBytes();
            }
        }
        return bodyMax.toBytes();
    }
}
