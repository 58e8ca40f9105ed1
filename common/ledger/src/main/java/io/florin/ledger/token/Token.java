package io.florin.ledger.token;

import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;

/// A note of value: owner, type and value (paper 001, section 4). 42 bytes: owner 32, type 2, value 8.
///
/// @param type the asset type, u16: the id of the namespace that holds the currency, 1 for the network's first
/// @param value in minor units, above zero
public record Token(OwnerKey owner, int type, Amount value) {

    public static final int ENCODED_SIZE = 42;

    public Token {
        if (type < 0 || type > 0xFFFF) {
            throw new IllegalArgumentException("a token type has 16 bits");
        }
        if (value.isZero()) {
            throw new IllegalArgumentException("a token has a value above zero");
        }
    }

    public void writeTo(CanonicalWriter writer) {
        writer.fixed(owner.value()).u16(type).u63(value.minorUnits());
    }

    public static Token readFrom(CanonicalReader reader) {
        return new Token(new OwnerKey(reader.fixed32()), reader.u16(), Amount.of(reader.u63()));
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(ENCODED_SIZE);
        writeTo(writer);
        return writer.toByteArray();
    }

    public static Token decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, Token::readFrom);
    }
}
