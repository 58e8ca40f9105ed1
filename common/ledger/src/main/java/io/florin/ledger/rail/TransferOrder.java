package io.florin.ledger.rail;

import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import org.jspecify.annotations.Nullable;

/// An owner's order to move money of its account (FastPay, paper 004, section 3.3). 159 bytes: scope 38, owner 32,
/// recipient 33, amount 8, sequence 8, expiry 8, user data 32.
///
/// Its id is the hash of these bytes and of nothing else: who signs the same fields again has not made another order.
///
/// Both hashes, the id and the sending account, are asked for a dozen times on an order's way through an authority, and
/// are computed once.
public final class TransferOrder {

    public static final int ENCODED_SIZE = 159;

    private final RailScope scope;
    private final OwnerKey owner;
    private final RailRecipient recipient;
    private final Amount amount;
    private final long sequence;
    private final long expiryHeight;
    private final Bytes32 userData;

    // computed when first asked for; two threads may do so, with one result
    private @Nullable Bytes32 id;
    private @Nullable RailAccount sender;

    /// @param owner the key whose hash is the sending account
    /// @param amount in minor units, above zero
    /// @param sequence the account's orders count 0, 1, 2 … without gaps, in each epoch
    /// @param expiryHeight last height of the ledger at which an authority votes for it
    /// @param userData whatever payer and payee agree on, for example the hash of an invoice
    /// @throws IllegalArgumentException if nothing is paid, or a number is negative
    public TransferOrder(
            RailScope scope,
            OwnerKey owner,
            RailRecipient recipient,
            Amount amount,
            long sequence,
            long expiryHeight,
            Bytes32 userData) {
        if (amount.isZero()) {
            throw new IllegalArgumentException("an order moves an amount above zero");
        }
        if (sequence < 0 || expiryHeight < 0) {
            throw new IllegalArgumentException("sequence and expiry are never negative");
        }
        this.scope = scope;
        this.owner = owner;
        this.recipient = recipient;
        this.amount = amount;
        this.sequence = sequence;
        this.expiryHeight = expiryHeight;
        this.userData = userData;
    }

    public RailScope scope() {
        return scope;
    }

    public OwnerKey owner() {
        return owner;
    }

    public RailRecipient recipient() {
        return recipient;
    }

    public Amount amount() {
        return amount;
    }

    public long sequence() {
        return sequence;
    }

    public long expiryHeight() {
        return expiryHeight;
    }

    public Bytes32 userData() {
        return userData;
    }

    public RailAccount sender() {
        RailAccount known = sender;
        if (known == null) {
            known = RailAccount.of(owner);
            sender = known;
        }
        return known;
    }

    public Bytes32 id() {
        Bytes32 known = id;
        if (known == null) {
            known = Domain.RAIL_ORDER.hash(encode());
            id = known;
        }
        return known;
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

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof TransferOrder order && order.id().equals(id()));
    }

    @Override
    public int hashCode() {
        return id().hashCode();
    }

    @Override
    public String toString() {
        return "TransferOrder[" + sender() + " to " + recipient + ", " + amount + ", sequence " + sequence + "]";
    }
}
