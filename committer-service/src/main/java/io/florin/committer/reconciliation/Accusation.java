package io.florin.committer.reconciliation;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.merkle.MerklePath;
import io.florin.crypto.merkle.MerkleTree;
import io.florin.ledger.TransactionId;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.settlement.SettlementTransaction;
import java.util.Optional;

/// Accusation of endorsers, with the evidence: their threshold signature over a bundle, the path from the transaction
/// to the bundle's root, and the client transaction where one was found. Anybody with the configuration can check it.
///
/// @param reason in fixed words
/// @param evidence see [#evidence]
public record Accusation(
        Kind kind, long block, long index, Optional<TransactionId> id, String reason, long atMillis, Bytes evidence) {

    private static final int REASON_MAX = 100;
    private static final int EVIDENCE_MAX = 1024 * 1024;

    /// Kinds of misbehaviour. Codes are stored.
    public enum Kind {
        /// No endorser has the client transaction.
        MISSING(1),
        /// The client transaction says something else, or the rules forbid it.
        WRONG(2),
        /// Endorsers signed something that is no settlement transaction.
        MALFORMED(3);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        static Kind ofCode(int code) {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            throw new DecodeException("unknown kind of accusation");
        }
    }

    static Accusation of(
            Kind kind, EndorsedTransaction endorsed, String reason, long atMillis, Bytes clientTransaction) {
        return new Accusation(
                kind,
                endorsed.block(),
                endorsed.index(),
                endorsed.ordered().transaction().map(SettlementTransaction::id),
                reason,
                atMillis,
                evidence(endorsed, clientTransaction));
    }

    /// Header hash 32, namespace u16, rules version u16, key epoch u32, signature 48, leaf count u32, leaf index u32,
    /// siblings (count u8, 32 bytes each), length u32 and raw transaction, length u32 and client transaction.
    private static Bytes evidence(EndorsedTransaction endorsed, Bytes clientTransaction) {
        Bundle bundle = endorsed.ordered().bundle().orElseThrow();
        MerklePath path = MerkleTree.path(
                bundle.transactions().stream()
                        .map(raw -> MerkleTree.leafHash(raw.toArray()))
                        .toList(),
                endorsed.ordered().position());
        CanonicalWriter writer = new CanonicalWriter(1024)
                .fixed(endorsed.headerHash())
                .u16(bundle.namespace().value())
                .u16(bundle.rulesVersion())
                .u32(bundle.keyEpoch())
                .fixed(bundle.signature().toArray())
                .u32(path.size())
                .u32(path.index())
                .u8(path.siblings().size());
        path.siblings().forEach(writer::fixed);
        return Bytes.of(
                writer.bytes(endorsed.ordered().raw()).bytes(clientTransaction).toByteArray());
    }

    public byte[] encode() {
        return new CanonicalWriter(1024)
                .u8(kind.code)
                .u63(block)
                .u32(index)
                .flag(id.isPresent())
                .fixed(id.map(TransactionId::value).orElse(Bytes32.ZERO))
                .text(reason)
                .u63(atMillis)
                .bytes(evidence)
                .toByteArray();
    }

    public static Accusation decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, reader -> {
            Kind kind = Kind.ofCode(reader.u8());
            long block = reader.u63();
            long index = reader.u32();
            boolean readable = reader.flag();
            TransactionId id = new TransactionId(reader.fixed32());
            return new Accusation(
                    kind,
                    block,
                    index,
                    readable ? Optional.of(id) : Optional.empty(),
                    reader.text(REASON_MAX),
                    reader.u63(),
                    reader.bytes(EVIDENCE_MAX));
        });
    }
}
