package io.florin.crypto.threshold;

import java.nio.ByteBuffer;

/// Names a one-time secret of one party for ever: the boot of its [NonceLedger] that made it, and its number since
/// then, both from 1.
public record NonceId(long epoch, long sequence) implements Comparable<NonceId> {
    /// Bytes in an encoding.
    public static final int SIZE = 16;

    /// @throws IllegalArgumentException if either is below 1
    public NonceId {
        if (epoch < 1 || sequence < 1) {
            throw new IllegalArgumentException("epochs and sequence numbers start at 1");
        }
    }

    /// Reads what [#encode] wrote.
    ///
    /// @throws IllegalArgumentException for anything else
    public static NonceId decode(byte[] encoded) {
        if (encoded.length != SIZE) {
            throw new IllegalArgumentException("16 bytes expected, got " + encoded.length);
        }
        ByteBuffer buffer = ByteBuffer.wrap(encoded);
        return new NonceId(buffer.getLong(), buffer.getLong());
    }

    /// 16 bytes, big-endian.
    public byte[] encode() {
        return ByteBuffer.allocate(SIZE).putLong(epoch).putLong(sequence).array();
    }

    @Override
    public int compareTo(NonceId other) {
        int byEpoch = Long.compare(epoch, other.epoch);
        return byEpoch != 0 ? byEpoch : Long.compare(sequence, other.sequence);
    }
}
