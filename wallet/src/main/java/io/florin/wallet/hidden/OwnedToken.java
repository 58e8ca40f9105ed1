package io.florin.wallet.hidden;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.PsSignature;
import io.florin.crypto.ps.TokenBase;
import io.florin.ledger.Amount;
import io.florin.ledger.TransactionId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.privacy.HiddenTokenReference;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.privacy.SpentToken;
import java.util.Optional;

/// A token of this wallet with what spends it, together with the credential. Two are equal if they are the same output.
/// Prints only which output it is.
///
/// Encoding: version u8 = 1, model u8, transaction, index u8, token, opening, block u63; in the unlinkable model the
/// base (48 + 32), flag, and if certified the epoch u32 and S (48). To be encrypted where it is stored.
///
/// @param base of an unlinkable token, present in that model only
/// @param block that committed it, 0 while it is not committed
/// @param certification of an unlinkable token, absent until the certifiers' shares are combined
public record OwnedToken(
        TransactionOutput id,
        HiddenToken token,
        HiddenOpening opening,
        Optional<TokenBase> base,
        long block,
        Optional<Certified> certification) {

    private static final int VERSION = 1;

    /// The certifiers' signature, unblinded.
    ///
    /// @param epoch of their key
    /// @param signature S; the signature's base is the token's
    public record Certified(long epoch, G1 signature) {
        @Override
        public String toString() {
            return "Certified";
        }
    }

    public OwnedToken {
        if (base.isPresent() != (token.model() == PrivacyModel.UNLINKABLE)) {
            throw new IllegalArgumentException("a base belongs to the unlinkable model");
        }
        if (certification.isPresent() && base.isEmpty()) {
            throw new IllegalArgumentException("a certification belongs to the unlinkable model");
        }
        if (block < 0) {
            throw new IllegalArgumentException("a block has a number");
        }
    }

    public Amount amount() {
        return opening.amount();
    }

    /// Its owner.
    public Scalar eid() {
        return opening.enrollment();
    }

    public PrivacyModel model() {
        return token.model();
    }

    /// Whether it can be an input: an unlinkable token must be certified first.
    public boolean isSpendable() {
        return base.isEmpty() || certification.isPresent();
    }

    /// The epoch of the certifiers' key that it is certified under; zero where tokens have names.
    public long certifierEpoch() {
        return certification.map(Certified::epoch).orElse(0L);
    }

    /// The token as it was before its certification, which is worth nothing any more when the certifiers' key has
    /// ended.
    public OwnedToken uncertified() {
        return new OwnedToken(id, token, opening, base, block, Optional.empty());
    }

    public OwnedToken certified(long epoch, PsSignature signature) {
        if (!base.map(TokenBase::point).equals(Optional.of(signature.base()))) {
            throw new IllegalArgumentException("a signature over another base");
        }
        return new OwnedToken(
                id, token, opening, base, block, Optional.of(new Certified(epoch, signature.signature())));
    }

    /// As an input of the payment's only owner.
    ///
    /// @throws IllegalStateException if it is not spendable yet
    SpentToken spend() {
        if (base.isEmpty()) {
            return new SpentToken.Named(0, new HiddenTokenReference(id.transaction(), id.index(), token), opening);
        }
        Certified certified =
                certification.orElseThrow(() -> new IllegalStateException("a token that is not certified yet"));
        TokenBase known = base.get();
        return new SpentToken.Certified(
                0, opening, known.seed(), new PsSignature(known.point(), certified.signature()));
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(400);
        writer.u8(VERSION).u8(token.model().code());
        writer.fixed(id.transaction().value()).u8(id.index());
        token.writeTo(writer);
        writer.fixed(opening.encode()).u63(block);
        base.ifPresent(known -> {
            writer.fixed(known.point().encode()).fixed(known.seed().toBytes()).flag(certification.isPresent());
            certification.ifPresent(certified ->
                    writer.u32(certified.epoch()).fixed(certified.signature().encode()));
        });
        return writer.toByteArray();
    }

    /// Reads what [#encode] writes.
    ///
    /// @throws DecodeException if it is anything else
    public static OwnedToken decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, OwnedToken::readFrom);
    }

    private static OwnedToken readFrom(CanonicalReader reader) {
        if (reader.u8() != VERSION) {
            throw new DecodeException("unknown version of a stored token");
        }
        PrivacyModel model = PrivacyModel.ofCode(reader.u8());
        TransactionOutput id = new TransactionOutput(new TransactionId(reader.fixed32()), reader.u8());
        HiddenToken token = HiddenToken.readFrom(model, reader);
        HiddenOpening opening = HiddenOpening.decode(reader.fixed(HiddenOpening.SIZE));
        long block = reader.u63();
        if (model != PrivacyModel.UNLINKABLE) {
            return new OwnedToken(id, token, opening, Optional.empty(), block, Optional.empty());
        }
        TokenBase base = new TokenBase(G1.decode(reader.fixed(G1.SIZE)), Scalar.ofCanonical(reader.fixed(Scalar.SIZE)));
        Optional<Certified> certification = reader.flag()
                ? Optional.of(new Certified(reader.u32(), G1.decode(reader.fixed(G1.SIZE))))
                : Optional.empty();
        return new OwnedToken(id, token, opening, Optional.of(base), block, certification);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OwnedToken that && id.equals(that.id);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return "OwnedToken[" + id + "]";
    }
}
