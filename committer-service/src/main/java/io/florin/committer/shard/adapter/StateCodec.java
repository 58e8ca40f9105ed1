package io.florin.committer.shard.adapter;

import io.florin.committer.protocol.Claim;
import io.florin.committer.protocol.StoredValue;
import io.florin.committer.protocol.StoredValue.StoredBytes;
import io.florin.committer.protocol.StoredValue.StoredToken;
import io.florin.crypto.Bytes;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.TokenReference;

/// The rows of a state shard. State: key → tag 1 and a token reference (76 bytes), or tag 2, version u32 and the value.
/// Owner index: owner ‖ key → token reference (75 bytes). Claims: id → block u63, index u32, status u8 (13 bytes).
/// Counters: key → value u63.
final class StateCodec {

    private static final int TOKEN = 1;
    private static final int BYTES = 2;
    private static final int KEY_SIZE = 32;

    private StateCodec() {}

    static byte[] key(StateKey key) {
        return key.value().toArray();
    }

    static byte[] value(StoredValue value) {
        return switch (value) {
            case StoredToken(TokenReference reference) -> {
                CanonicalWriter writer = new CanonicalWriter(76).u8(TOKEN);
                reference.writeTo(writer);
                yield writer.toByteArray();
            }
            case StoredBytes(long version, Bytes bytes) ->
                new CanonicalWriter(16 + bytes.size())
                        .u8(BYTES)
                        .u32(version)
                        .bytes(bytes)
                        .toByteArray();
        };
    }

    static StoredValue value(byte[] row) {
        return CanonicalReader.decode(row, reader -> switch (reader.u8()) {
            case TOKEN -> new StoredToken(TokenReference.readFrom(reader));
            case BYTES -> new StoredBytes(reader.u32(), reader.bytes(SettlementTransaction.VALUE_SIZE_MAX));
            default -> throw new DecodeException("unknown kind of stored value");
        });
    }

    static byte[] ownerRow(OwnerKey owner, StateKey key) {
        byte[] row = new byte[2 * KEY_SIZE];
        owner.value().copyInto(row, 0);
        key.value().copyInto(row, KEY_SIZE);
        return row;
    }

    static byte[] reference(TokenReference reference) {
        CanonicalWriter writer = new CanonicalWriter(75);
        reference.writeTo(writer);
        return writer.toByteArray();
    }

    static TokenReference reference(byte[] row) {
        return CanonicalReader.decode(row, TokenReference::readFrom);
    }

    static byte[] counter(long value) {
        return new CanonicalWriter(8).u63(value).toByteArray();
    }

    static long counter(byte[] row) {
        return CanonicalReader.decode(row, CanonicalReader::u63);
    }

    static byte[] claim(Claim claim) {
        return new CanonicalWriter(16)
                .u63(claim.block())
                .u32(claim.index())
                .u8(claim.status().number())
                .toByteArray();
    }

    static Claim claim(TransactionId id, byte[] row) {
        return CanonicalReader.decode(
                row,
                reader -> new Claim(id, reader.u63(), (int) reader.u32(), TransactionStatus.ofNumber(reader.u8())));
    }
}
