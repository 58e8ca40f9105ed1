package io.florin.committer.protocol;

import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.token.TokenReference;
import java.util.List;
import java.util.Optional;

/// The whole state as of one complete block, whatever is applied meanwhile. Must be closed soon.
public interface StateView extends AutoCloseable {

    /// The block.
    long block();

    Optional<StoredValue> read(StateKey key);

    /// The unspent tokens of an owner in order of their keys, at most `limit`.
    List<TokenReference> tokensOf(OwnerKey owner, int limit);

    Optional<Claim> claim(TransactionId id);

    @Override
    void close();
}
