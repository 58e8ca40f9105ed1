package io.florin.ordering.protocol;

import io.florin.crypto.Bytes32;
import io.florin.ledger.block.Block;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The party's certified blocks.
public interface BlockStore extends OrderedBundles {

    /// The last block; the genesis head before the first.
    Head head();

    /// The head, as soon as it is above a block.
    ///
    /// @param wait how long that may take
    /// @return the head after that time, above the block or not
    default Head headAbove(long number, Duration wait) {
        return head();
    }

    /// Keeps nobody waiting any longer.
    default void release() {}

    /// Appends the next block; on disk when this returns.
    void append(Block block);

    /// The encoded block.
    Optional<byte[]> read(long number);

    /// Encoded blocks from a number on.
    ///
    /// @param countMax at most so many
    /// @param bytesMax no further block after so many bytes; at least one block if there is one
    List<byte[]> read(long from, int countMax, long bytesMax);

    /// Numbers of the blocks of a range, both ends included, that may change the configuration, ascending.
    List<Long> configurationBlocks(long from, long to);

    default Optional<Block> block(long number) {
        return read(number).map(Block::decode);
    }

    default Optional<Block> last() {
        return block(head().number());
    }

    /// Whether a block of the store carries the bundle with this digest.
    default boolean contains(Bytes32 digest) {
        return isOrdered(digest, Long.MAX_VALUE);
    }
}
