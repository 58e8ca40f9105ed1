package io.florin.ledger.rail;

import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;

/// An order as a window names it. 34 bytes: bucket 2, order id 32.
///
/// @param bucket of the sending account, so that a reader's right shard looks for it
public record ExecutedOrder(int bucket, Bytes32 orderId) {

    /// @throws IllegalArgumentException if the bucket does not fit 16 bits
    public ExecutedOrder {
        if (bucket < 0 || bucket > 0xFFFF) {
            throw new IllegalArgumentException("a bucket has 16 bits");
        }
    }

    public static ExecutedOrder of(TransferOrder order) {
        return new ExecutedOrder(order.sender().bucket(), order.id());
    }

    byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(34);
        writeTo(writer);
        return writer.toByteArray();
    }

    public void writeTo(CanonicalWriter writer) {
        writer.u16(bucket).fixed(orderId);
    }

    public static ExecutedOrder readFrom(CanonicalReader reader) {
        return new ExecutedOrder(reader.u16(), reader.fixed32());
    }
}
