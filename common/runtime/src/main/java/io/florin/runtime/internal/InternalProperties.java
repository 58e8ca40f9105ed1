package io.florin.runtime.internal;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/// The internal port and calls to the internal ports of others: `florin.internal.*`.
///
/// @param port 0 lets the system choose
/// @param address which address to listen on; the public port's when missing
/// @param bodyMax the longest body taken
/// @param connectionsMax connections open at a time
/// @param keepAlive how long an idle connection stays open
/// @param connectTimeout for connecting to a peer with its TLS handshake; where all handshakes take longer than this,
///     because the processors are busy with handshakes, nobody gets connected
/// @param readTimeout for a peer's answer, and for the next bytes of a peer that connects or asks: longer than peers
///     take to connect, for a connection that ends before it was used fails the question that was about to be asked
@Validated
@ConfigurationProperties("florin.internal")
public record InternalProperties(
        @DefaultValue("0") @Min(0) @Max(65_535) int port,
        @Nullable String address,
        @DefaultValue("16MB") @NotNull DataSize bodyMax,
        @DefaultValue("512") @Min(1) @Max(65_535) int connectionsMax,
        @DefaultValue("60s") @NotNull Duration keepAlive,
        @DefaultValue("2s") @NotNull Duration connectTimeout,
        @DefaultValue("10s") @NotNull Duration readTimeout) {}
