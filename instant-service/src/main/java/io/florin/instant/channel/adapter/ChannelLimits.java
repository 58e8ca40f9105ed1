package io.florin.instant.channel.adapter;

import io.florin.runtime.rail.FrameStream;
import java.time.Duration;

/// Bounds of the channel.
///
/// @param connectionsPerClient at once; a client is a node by its certificate
/// @param openPerClient requests of one client over all its connections, from being read to their answers being sent:
/// beyond it nothing more is read
/// @param unsentBytesMax answers that wait for one connection; beyond it the connection ends
/// @param handshakesMax connections at once whose caller is not known yet
/// @param stalledAfter time in which a connection takes an answer; else it ends
/// @param silentAfter time in which a client says something, or that it lives; else the connection ends
public record ChannelLimits(
        int connectionsPerClient,
        int openPerClient,
        int unsentBytesMax,
        int handshakesMax,
        Duration stalledAfter,
        Duration silentAfter) {

    public static final ChannelLimits DEFAULT =
            new ChannelLimits(4, 1024, 8 * 1024 * 1024, 64, Duration.ofSeconds(30), FrameStream.SILENT_AFTER);

    /// @throws IllegalArgumentException if a bound is not above zero
    public ChannelLimits {
        if (connectionsPerClient < 1
                || openPerClient < 1
                || unsentBytesMax < 1
                || handshakesMax < 1
                || !stalledAfter.isPositive()
                || !silentAfter.isPositive()) {
            throw new IllegalArgumentException("bounds are above zero");
        }
    }
}
