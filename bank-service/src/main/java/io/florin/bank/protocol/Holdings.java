package io.florin.bank.protocol;

import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.token.TokenReference;
import java.util.List;

/// Tokens of the bank's wallets as of the block the bank has followed the ledger to. Calls take part in the caller's
/// database transaction.
public interface Holdings {

    /// Unspent tokens that no transaction under way spends.
    List<TokenReference> available(long wallet);

    /// Sets the transaction's inputs aside, also those that are not on the ledger yet.
    void reserve(ClientTransaction transaction);

    /// Gives the inputs back, or forgets them when they are spent.
    void release(TransactionId transaction);

    Balance balance(long wallet);

    /// The last block that the bank's view contains.
    long block();

    /// Minor units at one block; total = available + locked.
    ///
    /// @param total unspent tokens on the ledger at the block
    /// @param locked of these, set aside by transactions under way
    /// @param available of these, free to spend
    /// @param block height
    record Balance(long total, long locked, long available, long block) {}
}
