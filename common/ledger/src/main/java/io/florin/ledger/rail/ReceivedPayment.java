package io.florin.ledger.rail;

import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;

/// A payment to an account as one authority knows it. 49 bytes: place 8, order id 32, amount 8, flag 1.
///
/// @param place in the order in which this authority heard of the account's payments, from 0; another authority's
/// places differ
/// @param isFinal whether it is spendable, or spent
public record ReceivedPayment(long place, Bytes32 orderId, Amount amount, boolean isFinal) {

    public void writeTo(CanonicalWriter writer) {
        writer.u63(place).fixed(orderId).u63(amount.minorUnits()).flag(isFinal);
    }

    public static ReceivedPayment readFrom(CanonicalReader reader) {
        return new ReceivedPayment(reader.u63(), reader.fixed32(), Amount.of(reader.u63()), reader.flag());
    }
}
