package io.florin.ledger.rail;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import java.util.ArrayList;
import java.util.List;

/// A transaction with the signatures of all owners whose outputs it spends.
///
/// @param signatures Ed25519, 64 bytes each, in the order of [OutputTransaction#owners]; not part of the id
public record SignedOutputTransaction(OutputTransaction transaction, List<Bytes> signatures) {

    /// @throws IllegalArgumentException if there is not one of each owner
    public SignedOutputTransaction {
        signatures = List.copyOf(signatures);
        if (signatures.size() != transaction.owners().size()) {
            throw new IllegalArgumentException("each owner signs once");
        }
        for (Bytes signature : signatures) {
            if (signature.size() != Ed25519.SIGNATURE_SIZE) {
                throw new IllegalArgumentException("a signature has 64 bytes");
            }
        }
    }

    /// Signs with the keys of all owners, in any order.
    ///
    /// @throws IllegalArgumentException if a key is missing
    public static SignedOutputTransaction sign(OutputTransaction transaction, List<Ed25519KeyPair> keys) {
        byte[] message = transaction.ownerMessage();
        List<Bytes> signatures = new ArrayList<>();
        for (OwnerKey owner : transaction.owners()) {
            signatures.add(keys.stream()
                    .filter(key -> new OwnerKey(key.publicKey()).equals(owner))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("an owner's key is missing"))
                    .sign(message));
        }
        return new SignedOutputTransaction(transaction, signatures);
    }

    public Bytes32 id() {
        return transaction.id();
    }

    /// Whether every owner signed it. Costs a signature check for each, about 75 µs.
    public boolean isAuthentic() {
        byte[] message = transaction.ownerMessage();
        List<OwnerKey> owners = transaction.owners();
        for (int i = 0; i < owners.size(); i++) {
            if (!Ed25519.verify(
                    owners.get(i).value(), message, signatures.get(i).toArray())) {
                return false;
            }
        }
        return true;
    }

    /// Signatures have no count of their own: there is one for each owner.
    public void writeTo(CanonicalWriter writer) {
        transaction.writeTo(writer);
        signatures.forEach(signature -> writer.fixed(signature.toArray()));
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(1024);
        writeTo(writer);
        return writer.toByteArray();
    }

    public static SignedOutputTransaction readFrom(CanonicalReader reader) {
        OutputTransaction transaction = OutputTransaction.readFrom(reader);
        int count = transaction.owners().size();
        return new SignedOutputTransaction(
                transaction, reader.list(count, count, () -> Bytes.of(reader.fixed(Ed25519.SIGNATURE_SIZE))));
    }

    public static SignedOutputTransaction decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, SignedOutputTransaction::readFrom);
    }
}
