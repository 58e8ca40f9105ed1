package io.florin.ledger.rail.channel;

import io.florin.crypto.Bytes;

/// One request or one answer inside a frame.
///
/// @param request the number under which the asker knows the answer, u63; one that is open has it alone
/// @param content encoded [RailRequest] or [RailAnswer], at most [RailFrame#CONTENT_BYTES_MAX]
public record RailMessage(long request, Bytes content) {

    /// @throws IllegalArgumentException if a bound is exceeded
    public RailMessage {
        if (request < 0 || content.size() > RailFrame.CONTENT_BYTES_MAX) {
            throw new IllegalArgumentException("no message " + request + " of " + content.size() + " bytes");
        }
    }

    /// Bytes of it in a frame.
    public int frameBytes() {
        return Long.BYTES + Integer.BYTES + content.size();
    }
}
