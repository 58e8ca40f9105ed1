package io.florin.ordering.publisher;

import io.florin.ledger.block.Block;
import io.florin.ledger.codec.DecodeException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongFunction;

/// How far a party has published, told from the records at the end of its topic. Others may have written there: only a
/// record that is byte by byte a block of the party's own store counts.
public final class PublishedTail {

    private PublishedTail() {}

    /// The number of the own block that a record holds; empty when it holds anything else.
    ///
    /// @param store the encoded blocks of this party
    public static Optional<Long> ownNumber(byte[] value, LongFunction<Optional<byte[]>> store) {
        try {
            long number = Block.decode(value).header().number();
            return store.apply(number).filter(own -> Arrays.equals(own, value)).map(_ -> number);
        } catch (DecodeException noBlock) {
            return Optional.empty();
        }
    }
}
