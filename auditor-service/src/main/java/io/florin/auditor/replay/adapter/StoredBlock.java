package io.florin.auditor.replay.adapter;

import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.replay.ReplayResult;
import io.florin.crypto.Bytes;
import java.time.Instant;

/// A block as it was accepted, and what the own replay said of it.
///
/// @param encoded the block's bytes
/// @param result a [ReplayResult], encoded
/// @param stateHash after it, hex
/// @param source where it came from first
record StoredBlock(
        long number,
        Bytes encoded,
        Bytes result,
        String stateHash,
        int transactions,
        int committed,
        String source,
        Instant seenAt) {

    static StoredBlock of(ReplayedBlock block, String source, Instant seenAt) {
        return new StoredBlock(
                block.number(),
                block.encoded(),
                Bytes.of(resultOf(block)),
                block.checkpoint().stateHash().toHex(),
                block.outcomes().size(),
                block.committed().size(),
                source,
                seenAt);
    }

    static byte[] resultOf(ReplayedBlock block) {
        return new ReplayResult(block.checkpoint(), block.outcomes()).encode();
    }
}
