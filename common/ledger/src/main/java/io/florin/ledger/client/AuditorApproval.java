package io.florin.ledger.client;

import io.florin.crypto.Bytes;
import io.florin.ledger.TransactionId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;

/// An auditor's signature that lets a transaction with `audit=required` commit (protocol decision 26). 65 bytes.
///
/// @param auditor index into the configuration's auditors, u8
/// @param signature Ed25519 over network, namespace, rules version, transaction id and expiry height; 64 bytes
public record AuditorApproval(int auditor, Bytes signature) {

    public AuditorApproval {
        if (auditor < 0 || auditor > 0xFF || signature.size() != ClientTransaction.SIGNATURE_SIZE) {
            throw new IllegalArgumentException("an approval is an auditor's index and 64 bytes");
        }
    }

    /// Bytes that the auditor signs; committers know the same fields from the settlement transaction and its bundle.
    public static byte[] message(
            io.florin.ledger.NetworkId network,
            io.florin.ledger.NamespaceId namespace,
            int rulesVersion,
            TransactionId id,
            long expiryHeight) {
        byte[] payload =
                new CanonicalWriter(40).fixed(id.value()).u63(expiryHeight).toByteArray();
        return Domain.AUDITOR_APPROVAL.message(network, namespace, rulesVersion, 0, payload);
    }

    public static byte[] message(TransactionHeader header, TransactionId id) {
        return message(header.network(), header.namespace(), header.rulesVersion(), id, header.expiryHeight());
    }

    public void writeTo(CanonicalWriter writer) {
        writer.u8(auditor).fixed(signature.toArray());
    }

    public static AuditorApproval readFrom(CanonicalReader reader) {
        return new AuditorApproval(reader.u8(), Bytes.of(reader.fixed(ClientTransaction.SIGNATURE_SIZE)));
    }
}
