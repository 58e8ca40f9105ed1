package io.florin.ledger.enrollment;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;

/// A registration event, numbered without gaps and signed by the registration authority. A gap, a silence past the
/// limit or an unreadable record stops endorsing (protocol decision 16).
///
/// @param sequence 1, 2, 3 …
/// @param timeMillis the authority's clock, milliseconds since 1970
/// @param signature Ed25519, 64 bytes
public record RegistrationRecord(long sequence, long timeMillis, RegistrationEvent event, Bytes signature) {

    public static final int ENCODED_SIZE_MAX = 1024;

    public RegistrationRecord {
        if (sequence < 0 || timeMillis < 0 || signature.size() != 64) {
            throw new IllegalArgumentException("a record has a number, a time and a signature of 64 bytes");
        }
    }

    public static byte[] signedMessage(NetworkId network, long sequence, long timeMillis, RegistrationEvent event) {
        return Domain.REGISTRATION_RECORD.message(network, unsigned(sequence, timeMillis, event));
    }

    public boolean isAuthentic(NetworkId network, Bytes32 registrationKey) {
        return Ed25519.verify(
                registrationKey, signedMessage(network, sequence, timeMillis, event), signature.toArray());
    }

    public byte[] encode() {
        return new CanonicalWriter(256)
                .fixed(unsigned(sequence, timeMillis, event))
                .fixed(signature.toArray())
                .toByteArray();
    }

    public static RegistrationRecord decode(byte[] bytes) {
        return CanonicalReader.decode(
                bytes,
                reader -> new RegistrationRecord(
                        reader.u63(), reader.u63(), RegistrationEvent.readFrom(reader), Bytes.of(reader.fixed(64))));
    }

    private static byte[] unsigned(long sequence, long timeMillis, RegistrationEvent event) {
        CanonicalWriter writer = new CanonicalWriter(192).u63(sequence).u63(timeMillis);
        event.writeTo(writer);
        return writer.toByteArray();
    }
}
