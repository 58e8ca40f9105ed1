package io.florin.ledger.rail;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;

/// An owner's word that it wants no order of a sequence of its account any more. It moves nothing by itself: an order
/// whose certificate an authority holds may still stand. 142 bytes: scope 38, owner 32, sequence 8, signature 64.
///
/// @param signature Ed25519 of the owner, 64 bytes
public record SignedCancellation(RailScope scope, OwnerKey owner, long sequence, Bytes signature) {

    /// @throws IllegalArgumentException if the sequence is negative, or the signature has another size
    public SignedCancellation {
        if (sequence < 0 || signature.size() != Ed25519.SIGNATURE_SIZE) {
            throw new IllegalArgumentException("a cancellation names a sequence and has a signature of 64 bytes");
        }
    }

    /// Signs with the owner's key.
    public static SignedCancellation sign(RailScope scope, long sequence, Ed25519KeyPair key) {
        OwnerKey owner = new OwnerKey(key.publicKey());
        return new SignedCancellation(scope, owner, sequence, key.sign(message(scope, owner, sequence)));
    }

    /// The bytes that the owner signs.
    private static byte[] message(RailScope scope, OwnerKey owner, long sequence) {
        byte[] payload =
                new CanonicalWriter(40).fixed(owner.value()).u63(sequence).toByteArray();
        return scope.message(Domain.RAIL_CANCELLATION, payload);
    }

    /// Whether the owner signed it. Costs a signature check, about 75 µs.
    public boolean isAuthentic() {
        return Ed25519.verify(owner.value(), message(scope, owner, sequence), signature.toArray());
    }

    public void writeTo(CanonicalWriter writer) {
        scope.writeTo(writer);
        writer.fixed(owner.value()).u63(sequence).fixed(signature.toArray());
    }

    public static SignedCancellation readFrom(CanonicalReader reader) {
        return new SignedCancellation(
                RailScope.readFrom(reader),
                new OwnerKey(reader.fixed32()),
                reader.u63(),
                Bytes.of(reader.fixed(Ed25519.SIGNATURE_SIZE)));
    }
}
