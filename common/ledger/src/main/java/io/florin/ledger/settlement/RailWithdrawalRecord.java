package io.florin.ledger.settlement;

import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rail.RailId;

/// Record of a withdrawal from an instant rail, under the key of its order. 15 bytes: version u8 = 1, rail u16, epoch
/// u32, amount u63.
///
/// @param epoch of the committee that made the payment final
/// @param amount worth of all tokens that came of it
public record RailWithdrawalRecord(RailId rail, long epoch, Amount amount) {

    private static final int VERSION = 1;

    public Bytes encode() {
        return Bytes.of(new CanonicalWriter(15)
                .u8(VERSION)
                .u16(rail.value())
                .u32(epoch)
                .u63(amount.minorUnits())
                .toByteArray());
    }

    /// @throws DecodeException when this is no such record
    public static RailWithdrawalRecord decode(Bytes bytes) {
        return CanonicalReader.decode(bytes.toArray(), reader -> {
            if (reader.u8() != VERSION) {
                throw new DecodeException("unknown record of a withdrawal");
            }
            return new RailWithdrawalRecord(new RailId(reader.u16()), reader.u32(), Amount.of(reader.u63()));
        });
    }
}
