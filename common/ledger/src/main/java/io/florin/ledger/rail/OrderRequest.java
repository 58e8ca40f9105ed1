package io.florin.ledger.rail;

import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;

/// A client asks an authority for its vote.
///
/// @param carried payments to the sender that are to cover the order
public record OrderRequest(SignedOrder signedOrder, CarriedPayments carried) {

    public void writeTo(CanonicalWriter writer) {
        signedOrder.writeTo(writer);
        carried.writeTo(writer);
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(256);
        writeTo(writer);
        return writer.toByteArray();
    }

    public static OrderRequest readFrom(CanonicalReader reader) {
        return new OrderRequest(SignedOrder.readFrom(reader), CarriedPayments.readFrom(reader));
    }

    public static OrderRequest decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, OrderRequest::readFrom);
    }
}
