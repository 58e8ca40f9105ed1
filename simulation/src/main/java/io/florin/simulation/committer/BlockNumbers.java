package io.florin.simulation.committer;

import io.florin.ledger.block.Block;
import io.florin.ledger.codec.DecodeException;
import java.util.Optional;

/// The numbers that records of a topic claim to have.
final class BlockNumbers {
    private BlockNumbers() {}

    static Optional<Long> of(byte[] record) {
        try {
            return Optional.of(Block.decode(record).header().number());
        } catch (DecodeException unreadable) {
            return Optional.empty();
        }
    }
}
