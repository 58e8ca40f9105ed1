package io.florin.ledger.status;

import io.florin.crypto.Bytes32;
import io.florin.ledger.TransactionId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import java.util.Optional;

/// The status of the transaction at (block, index), index counting all transactions of the block's entries in order (an
/// entry that is no bundle counts as one). 70 bytes.
///
/// @param index place in the block, u32
/// @param id empty where no settlement transaction could be decoded (32 zero bytes on the wire)
/// @param digest SHA-256 of the raw transaction, or of the raw entry where it is no bundle
public record TransactionOutcome(long index, TransactionStatus status, Optional<TransactionId> id, Bytes32 digest) {

    public void writeTo(CanonicalWriter writer) {
        writer.u32(index)
                .u8(status.number())
                .flag(id.isPresent())
                .fixed(id.map(TransactionId::value).orElse(Bytes32.ZERO))
                .fixed(digest);
    }

    public static TransactionOutcome readFrom(CanonicalReader reader) {
        long index = reader.u32();
        TransactionStatus status = TransactionStatus.ofNumber(reader.u8());
        boolean present = reader.flag();
        Bytes32 id = reader.fixed32();
        if (!present && !id.equals(Bytes32.ZERO)) {
            throw new io.florin.ledger.codec.DecodeException("an absent id is zero");
        }
        return new TransactionOutcome(
                index, status, present ? Optional.of(new TransactionId(id)) : Optional.empty(), reader.fixed32());
    }

    /// The leaf of the block's status tree.
    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(70);
        writeTo(writer);
        return writer.toByteArray();
    }
}
