package io.florin.ledger.settlement;

import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailId;

/// Record of a deposit on an instant rail, under the deposit's key: money that is no token any more. 43 bytes: version
/// u8 = 1, rail u16, account 32, amount u63. A version, so that it has not the size of a token.
///
/// @param recipient the account to credit, or the owner's of the output
public record RailDepositRecord(RailId rail, RailAccount recipient, Amount amount) {

    private static final int VERSION = 1;

    public Bytes encode() {
        return Bytes.of(new CanonicalWriter(43)
                .u8(VERSION)
                .u16(rail.value())
                .fixed(recipient.value())
                .u63(amount.minorUnits())
                .toByteArray());
    }

    /// @throws DecodeException when this is no such record
    public static RailDepositRecord decode(Bytes bytes) {
        return CanonicalReader.decode(bytes.toArray(), reader -> {
            if (reader.u8() != VERSION) {
                throw new DecodeException("unknown record of a deposit");
            }
            return new RailDepositRecord(
                    new RailId(reader.u16()), new RailAccount(reader.fixed32()), Amount.of(reader.u63()));
        });
    }
}
