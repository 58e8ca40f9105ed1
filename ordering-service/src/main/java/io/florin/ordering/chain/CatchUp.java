package io.florin.ordering.chain;

import java.util.List;
import java.util.OptionalInt;

/// Parties to ask for blocks that others have and this party lacks: one after the other, since one may lie. Being a
/// block behind for a moment is the way of things, so blocks that others were ahead at the last look must still be
/// missing.
final class CatchUp {
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final PeerTable peers;
    private final long pauseMillis;
    private long seenHeight;
    private long askedMillis = NEVER;
    private int asked;

    CatchUp(PeerTable peers, long pauseMillis) {
        this.peers = peers;
        this.pauseMillis = pauseMillis;
    }

    /// The party to ask now, if one is to be asked.
    ///
    /// @param height of this party
    /// @param needed height without which it cannot go on
    OptionalInt ask(long height, long needed, long nowMillis) {
        boolean behind = height < Math.max(seenHeight, needed);
        seenHeight = peers.highest(nowMillis);
        List<Integer> ahead = peers.ahead(height, nowMillis);
        if (!behind || ahead.isEmpty() || nowMillis - askedMillis < pauseMillis) {
            return OptionalInt.empty();
        }
        askedMillis = nowMillis;
        return OptionalInt.of(ahead.get(Math.floorMod(asked++, ahead.size())));
    }
}
