package io.florin.ledger.rail;

import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;

/// Anybody asks an authority to execute a certified order.
///
/// @param carried payments to the sender that are to cover the order
public record ConfirmationOrder(TransferCertificate certificate, CarriedPayments carried) {

    public void writeTo(CanonicalWriter writer) {
        certificate.writeTo(writer);
        carried.writeTo(writer);
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(512);
        writeTo(writer);
        return writer.toByteArray();
    }

    public static ConfirmationOrder readFrom(CanonicalReader reader) {
        return new ConfirmationOrder(TransferCertificate.readFrom(reader), CarriedPayments.readFrom(reader));
    }

    public static ConfirmationOrder decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, ConfirmationOrder::readFrom);
    }
}
