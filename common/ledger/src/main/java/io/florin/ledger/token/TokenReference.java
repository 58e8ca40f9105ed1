package io.florin.ledger.token;

import io.florin.ledger.NamespaceId;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;

/// A token on the ledger, named so that nobody needs the state to check its content: its key is the hash of the
/// creating transaction, the output's index and the token itself (paper 001, appendix C.1 and C.3). 75 bytes.
///
/// @param index the output's place in its transaction, 0 to 15
public record TokenReference(TransactionId transaction, int index, Token token) {

    public static final int INDEX_MAX = 15;

    public TokenReference {
        if (index < 0 || index > INDEX_MAX) {
            throw new IllegalArgumentException("an output index is 0 to " + INDEX_MAX);
        }
    }

    /// The state key: the token's type as namespace, then SHA-256 over domain, transaction id, index (u8) and the 42
    /// bytes of the token.
    public StateKey key() {
        return StateKey.of(
                new NamespaceId(token.type()),
                Domain.TOKEN_KEY.hash(transaction.value().toArray(), new byte[] {(byte) index}, token.encode()));
    }

    public void writeTo(CanonicalWriter writer) {
        writer.fixed(transaction.value()).u8(index);
        token.writeTo(writer);
    }

    public static TokenReference readFrom(CanonicalReader reader) {
        return new TokenReference(new TransactionId(reader.fixed32()), reader.u8(), Token.readFrom(reader));
    }
}
