package io.florin.ledger.bundle;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.merkle.MerkleTree;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.codec.Domain;
import io.florin.ledger.settlement.SettlementTransaction;
import java.util.List;

/// Settlement transactions under one threshold signature over their RFC 9162 root: the unit of publication, routing,
/// batching and byte-level deduplication, never split (protocol decision 5). Transactions stay raw bytes here, because
/// each one is judged on its own: a malformed one inside a well-signed bundle gets its own status.
///
/// Encoding: version u8 = 1 (2 where the signature has 64 bytes), namespace u16, rules version u16, key epoch u32,
/// count u16, transactions (u32 length each), auditor approvals (count u16, each: transaction index u16, 65 bytes),
/// signature.
///
/// @param transactions 1 to 512 encoded settlement transactions of at least 52 bytes each
/// @param audits approvals for transactions that need one, ascending by index
/// @param signature of the namespace's scheme: BLS in G1, 48 bytes; Ed25519 or ECDSA, 64; not yet checked
public record Bundle(
        NamespaceId namespace,
        int rulesVersion,
        long keyEpoch,
        List<Bytes> transactions,
        List<IndexedAudit> audits,
        Bytes signature) {

    private static final int VERSION_48 = 1;
    private static final int VERSION_64 = 2;
    public static final int TRANSACTIONS_MAX = 512;
    public static final int ENCODED_SIZE_MAX = 512 * 1024;
    public static final int SIGNATURE_SIZE = 48;
    private static final int LONG_SIGNATURE_SIZE = 64;
    /// Fewer bytes are no settlement transaction; the bound keeps the number of outcomes of a block in proportion to
    /// its size, whoever made the bundle.
    public static final int TRANSACTION_SIZE_MIN = 52;

    /// @param index the transaction's place in the bundle
    public record IndexedAudit(int index, AuditorApproval approval) {}

    public Bundle {
        transactions = List.copyOf(transactions);
        audits = List.copyOf(audits);
        if (transactions.isEmpty() || transactions.size() > TRANSACTIONS_MAX) {
            throw new IllegalArgumentException("a bundle has 1 to " + TRANSACTIONS_MAX + " transactions");
        }
        if (transactions.stream().anyMatch(raw -> raw.size() < TRANSACTION_SIZE_MIN)) {
            throw new IllegalArgumentException("a transaction has at least " + TRANSACTION_SIZE_MIN + " bytes");
        }
        if (signature.size() != SIGNATURE_SIZE && signature.size() != LONG_SIGNATURE_SIZE) {
            throw new IllegalArgumentException("a bundle signature has 48 or 64 bytes");
        }
        int previous = -1;
        for (IndexedAudit audit : audits) {
            if (audit.index() <= previous || audit.index() >= transactions.size()) {
                throw new IllegalArgumentException("audits ascend by the index of a transaction");
            }
            previous = audit.index();
        }
    }

    /// RFC 9162 root over the encoded transactions.
    public Bytes32 root() {
        return rootOf(transactions);
    }

    public static Bytes32 rootOf(List<Bytes> transactions) {
        return MerkleTree.root(transactions.stream().map(Bytes::toArray).toList());
    }

    /// The bytes under the threshold signature: domain, network, namespace, rules version, epoch, leaf count, root.
    public static byte[] message(
            NetworkId network, NamespaceId namespace, int rulesVersion, long keyEpoch, int leaves, Bytes32 root) {
        byte[] payload = new CanonicalWriter(36).u32(leaves).fixed(root).toByteArray();
        return Domain.BUNDLE.message(network, namespace, rulesVersion, keyEpoch, payload);
    }

    public byte[] message(NetworkId network) {
        return message(network, namespace, rulesVersion, keyEpoch, transactions.size(), root());
    }

    /// Decodes transaction number index.
    ///
    /// @throws DecodeException when it is malformed
    public SettlementTransaction transaction(int index) {
        return SettlementTransaction.decode(transactions.get(index).toArray());
    }

    public byte[] encode() {
        int size = transactions.stream().mapToInt(raw -> raw.size() + 4).sum();
        CanonicalWriter writer = new CanonicalWriter(size + 80 + audits.size() * 70)
                .u8(signature.size() == SIGNATURE_SIZE ? VERSION_48 : VERSION_64)
                .u16(namespace.value())
                .u16(rulesVersion)
                .u32(keyEpoch)
                .u16(transactions.size());
        transactions.forEach(writer::bytes);
        writer.u16(audits.size());
        for (IndexedAudit audit : audits) {
            audit.approval().writeTo(writer.u16(audit.index()));
        }
        return writer.fixed(signature.toArray()).toByteArray();
    }

    /// SHA-256 of all bytes: what routers and batchers deduplicate by.
    public static Bytes32 digestOf(byte[] encoded) {
        return Sha256.hash(encoded);
    }

    /// @throws DecodeException when the bytes are not the canonical encoding of a bundle
    public static Bundle decode(byte[] bytes) {
        if (bytes.length > ENCODED_SIZE_MAX) {
            throw new DecodeException("bundle of " + bytes.length + " bytes");
        }
        return CanonicalReader.decode(bytes, Bundle::readFrom);
    }

    private static Bundle readFrom(CanonicalReader reader) {
        int version = reader.u8();
        if (version != VERSION_48 && version != VERSION_64) {
            throw new DecodeException("unknown version " + version);
        }
        NamespaceId namespace = new NamespaceId(reader.u16());
        int rulesVersion = reader.u16();
        long keyEpoch = reader.u32();
        List<Bytes> transactions =
                reader.list(reader.u16(), TRANSACTIONS_MAX, () -> reader.bytes(SettlementTransaction.ENCODED_SIZE_MAX));
        List<IndexedAudit> audits = reader.list(
                reader.u16(), TRANSACTIONS_MAX, () -> new IndexedAudit(reader.u16(), AuditorApproval.readFrom(reader)));
        Bytes signature = Bytes.of(reader.fixed(version == VERSION_48 ? SIGNATURE_SIZE : LONG_SIGNATURE_SIZE));
        return new Bundle(namespace, rulesVersion, keyEpoch, transactions, audits, signature);
    }
}
