package io.florin.ledger.privacy;

import io.florin.ledger.NamespaceId;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import io.florin.ledger.token.TokenReference;

/// A hidden token on the ledger, named by its content, so that nobody needs the state to check it.
///
/// @param index the output's place in its transaction, 0 to 15
public record HiddenTokenReference(TransactionId transaction, int index, HiddenToken token) {
    public HiddenTokenReference {
        if (index < 0 || index > TokenReference.INDEX_MAX) {
            throw new IllegalArgumentException("an output index is 0 to " + TokenReference.INDEX_MAX);
        }
    }

    /// The state key: the namespace, then SHA-256 over domain, transaction id, index, model and the token's bytes.
    public StateKey key(NamespaceId namespace) {
        return key(transaction, index, RecordedToken.of(token), namespace);
    }

    /// The same of what a settlement transaction records.
    public static StateKey key(TransactionId transaction, int index, RecordedToken token, NamespaceId namespace) {
        return StateKey.of(
                namespace,
                Domain.HIDDEN_TOKEN_KEY.hash(
                        transaction.value().toArray(),
                        new byte[] {(byte) index, (byte) token.model().code()},
                        token.encoded().toArray()));
    }

    void writeTo(CanonicalWriter writer) {
        writer.fixed(transaction.value()).u8(index);
        token.writeTo(writer);
    }

    static HiddenTokenReference readFrom(PrivacyModel model, CanonicalReader reader) {
        return new HiddenTokenReference(
                new TransactionId(reader.fixed32()), reader.u8(), HiddenToken.readFrom(model, reader));
    }
}
