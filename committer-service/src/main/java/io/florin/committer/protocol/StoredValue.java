package io.florin.committer.protocol;

import io.florin.crypto.Bytes;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.token.TokenReference;

/// Value of a state key, with its version.
public sealed interface StoredValue {

    /// 1 or higher.
    long version();

    /// The value as the ledger defines it: what the state hash covers.
    Bytes value();

    /// An unspent token. Its version is always 1, since tokens are written once.
    record StoredToken(TokenReference reference) implements StoredValue {
        @Override
        public long version() {
            return Read.FIRST;
        }

        @Override
        public Bytes value() {
            return Bytes.of(reference.token().encode());
        }
    }

    /// Any other value.
    record StoredBytes(long version, Bytes value) implements StoredValue {}
}
