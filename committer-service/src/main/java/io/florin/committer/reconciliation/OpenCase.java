package io.florin.committer.reconciliation;

import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;

/// An endorsed transaction whose client transaction was not found so far.
///
/// @param attempts looks so far
/// @param nextMillis when to look again
public record OpenCase(long block, long index, int attempts, long nextMillis) {

    private static final int DOUBLINGS_MAX = 20;

    /// After one more look in vain; the pause doubles from the first to the longest.
    OpenCase again(long nowMillis, long firstPauseMillis, long pauseMillisMax) {
        long pause = Math.min(firstPauseMillis << Math.min(attempts, DOUBLINGS_MAX), pauseMillisMax);
        return new OpenCase(block, index, attempts + 1, nowMillis + pause);
    }

    public byte[] encode() {
        return new CanonicalWriter(16).u32(attempts).u63(nextMillis).toByteArray();
    }

    public static OpenCase decode(long block, long index, byte[] bytes) {
        return CanonicalReader.decode(bytes, reader -> new OpenCase(block, index, (int) reader.u32(), reader.u63()));
    }
}
