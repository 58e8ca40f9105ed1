package io.florin.runtime.chain;

/// Patience of [SourceTurns], in milliseconds.
///
/// @param behindMillis how long a source may be behind what another party claims
/// @param catchUpBlocks a source that gives so many blocks in that time is fast enough, however far behind it is
/// @param silentMillis how long a source may be silent when too few parties say how far they are
/// @param returnMillis how long a block store is followed before a topic is tried again; doubles when that fails
/// @param returnMillisMax where doubling ends
/// @param pauseMillis wait before a source is followed after the second flaw in a row; doubles
/// @param pauseMillisMax where doubling ends
public record SourceTimings(
        long behindMillis,
        long catchUpBlocks,
        long silentMillis,
        long returnMillis,
        long returnMillisMax,
        long pauseMillis,
        long pauseMillisMax) {

    public SourceTimings {
        if (behindMillis <= 0 || catchUpBlocks <= 0 || silentMillis <= 0 || returnMillis <= 0 || pauseMillis <= 0) {
            throw new IllegalArgumentException("times are above zero");
        }
    }
}
