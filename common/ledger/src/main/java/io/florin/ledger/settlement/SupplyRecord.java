package io.florin.ledger.settlement;

import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;

/// Record of an issue or redeem under its withdrawal or redemption key: who changed the supply by how much. 10 bytes.
///
/// @param participant the bank, u16
public record SupplyRecord(int participant, Amount amount) {

    public static SupplyRecord of(SupplyRequest request) {
        return new SupplyRecord(request.participant(), request.amount());
    }

    public Bytes encode() {
        return Bytes.of(new CanonicalWriter(10)
                .u16(participant)
                .u63(amount.minorUnits())
                .toByteArray());
    }

    public static SupplyRecord decode(Bytes bytes) {
        return CanonicalReader.decode(
                bytes.toArray(), reader -> new SupplyRecord(reader.u16(), Amount.of(reader.u63())));
    }
}
