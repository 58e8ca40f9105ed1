package io.florin.ledger.rail;

import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import java.util.Comparator;

/// An output of a rail (ACCEPT, paper 003, section 3). 37 bytes: source 32, index 1, number 4.
///
/// Locks of one transaction are taken in the order of these, at every authority.
///
/// @param source id of the transaction that made it, or key of the deposit
/// @param index its place among that transaction's outputs, u8; 0 for a deposit
/// @param number 0 at first, one more whenever a rescue gives it back to its owner, u32: what was signed for the number
/// before is void
public record OutputId(Bytes32 source, int index, long number) implements Comparable<OutputId> {

    public static final int ENCODED_SIZE = 37;

    private static final long NUMBER_MAX = 0xFFFF_FFFFL;
    private static final Comparator<OutputId> ORDER = Comparator.comparing(OutputId::source)
            .thenComparingInt(OutputId::index)
            .thenComparingLong(OutputId::number);

    /// @throws IllegalArgumentException if index or number is out of range
    public OutputId {
        if (index < 0 || index > 0xFF || number < 0 || number > NUMBER_MAX) {
            throw new IllegalArgumentException("no output " + index + " of number " + number);
        }
    }

    /// The first 16 bits of a source. All outputs of one transaction are in one shard, and shards ascend with the ids
    /// of their outputs. Authorities have different numbers of shards, see [RailAccount#shardOf].
    public static int bucketOf(Bytes32 source) {
        byte[] bytes = source.toArray();
        return (bytes[0] & 0xFF) << 8 | (bytes[1] & 0xFF);
    }

    /// Whether both are the same output, if perhaps under different numbers.
    public boolean isSameOutput(OutputId other) {
        return source.equals(other.source) && index == other.index;
    }

    @Override
    public int compareTo(OutputId other) {
        return ORDER.compare(this, other);
    }

    public void writeTo(CanonicalWriter writer) {
        writer.fixed(source).u8(index).u32(number);
    }

    public static OutputId readFrom(CanonicalReader reader) {
        return new OutputId(reader.fixed32(), reader.u8(), reader.u32());
    }
}
