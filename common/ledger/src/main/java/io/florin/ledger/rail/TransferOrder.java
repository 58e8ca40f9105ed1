package io.florin.ledger.rail;

import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;

/// An owner's order to move money of its account (FastPay, paper 004, section 3.3). 159 bytes: scope 38, owner 32,
/// recipient 33, amount 8, sequence 8, expiry 8, user data 32.
///
/// Its id is the hash of these bytes and of nothing else: who signs the same fields again has not made another order.
///
/// @param owner the key whose hash is the sending account
/// @param amount in minor units, above zero
/// @param sequence the account's orders count 0, 1, 2 … without gaps, in each epoch
/// @param expiryHeight last height of the ledger at which an authority votes for it
/// @param userData whatever payer and payee agree on, for example the hash of an invoice
public record TransferOrder(
        RailScope scope,
        OwnerKey owner,
        RailRecipient recipient,
        Amount amount,
        long sequence,
        long expiryHeight,
        Bytes32 userData) {

    public static final int ENCODED_SIZE = 159;

    /// @throws IllegalArgumentException if nothing is paid, or a number is negative
    public TransferOrder {
        if (amount.isZero()) {
            throw new IllegalArgumentException("an order moves an amount above zero");
        }
        if (sequence < 0 || expiryHeight < 0) {
            throw new IllegalArgumentException("sequence and expiry are never negative");
        }
    }

    public RailAccount sender() {
        return RailAccount.of(owner);
    }

    public Bytes32 id() {
        return Domain.RAIL_ORDER.hash(encode());
    }

    /// The bytes that the owner signs.
    public byte[] ownerMessage() {
        return scope.message(Domain.RAIL_OWNER_SIGNATURE, id().toArray());
    }

    public void writeTo(CanonicalWriter writer) {
        scope.writeTo(writer);
        writer.fixed(owner.value());
        recipient.writeTo(writer);
        writer.u63(amount.minorUnits()).u63(sequence).u63(expiryHeight).fixed(userData);
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(ENCODED_SIZE);
        writeTo(writer);
        return writer.toByteArray();
    }

    public static TransferOrder readFrom(CanonicalReader reader) {
        return new TransferOrder(
                RailScope.readFrom(reader),
                new OwnerKey(reader.fixed32()),
                RailRecipient.readFrom(reader),
                Amount.of(reader.u63()),
                reader.u63(),
                reader.u63(),
                reader.fixed32());
    }
}
