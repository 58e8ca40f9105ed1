package io.florin.ledger.rail;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;

/// A transfer order with its owner's signature. Whoever holds it can finish the payment: payer, payee or a bank. 223
/// bytes: order 159, signature 64.
///
/// @param signature Ed25519 of the owner, 64 bytes; not part of the id
public record SignedOrder(TransferOrder order, Bytes signature) {

    /// @throws IllegalArgumentException if the signature has another size
    public SignedOrder {
        if (signature.size() != Ed25519.SIGNATURE_SIZE) {
            throw new IllegalArgumentException("a signature has 64 bytes");
        }
    }

    /// Signs with the owner's key.
    ///
    /// @throws IllegalArgumentException if the key is another's
    public static SignedOrder sign(TransferOrder order, Ed25519KeyPair key) {
        if (!new OwnerKey(key.publicKey()).equals(order.owner())) {
            throw new IllegalArgumentException("only the owner signs an order");
        }
        return new SignedOrder(order, key.sign(order.ownerMessage()));
    }

    public Bytes32 id() {
        return order.id();
    }

    /// Whether the owner signed it. Costs a signature check, about 75 µs.
    public boolean isAuthentic() {
        return Ed25519.verify(order.owner().value(), order.ownerMessage(), signature.toArray());
    }

    public void writeTo(CanonicalWriter writer) {
        order.writeTo(writer);
        writer.fixed(signature.toArray());
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(TransferOrder.ENCODED_SIZE + Ed25519.SIGNATURE_SIZE);
        writeTo(writer);
        return writer.toByteArray();
    }

    public static SignedOrder readFrom(CanonicalReader reader) {
        return new SignedOrder(TransferOrder.readFrom(reader), Bytes.of(reader.fixed(Ed25519.SIGNATURE_SIZE)));
    }

    public static SignedOrder decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, SignedOrder::readFrom);
    }
}
