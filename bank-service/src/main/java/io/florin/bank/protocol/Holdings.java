package io.florin.bank.protocol;

import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Tokens of the bank's wallets as of the block the bank has followed the ledger to. Calls take part in the caller's
/// database transaction.
public interface Holdings {

    /// Sets the inputs of the transactions aside, also those that are not on the ledger yet.
    void reserve(Collection<ClientTransaction> transactions);

    /// Gives the inputs back, or forgets them when they are spent.
    void release(Collection<TransactionId> transactions);

    /// Holds the wallets until the database transaction ends, so that two acceptances cannot promise the same money.
    /// They are taken in ascending order: who holds one waits for no lower one.
    void lock(Collection<Long> wallets);

    default void lock(long wallet) {
        lock(List.of(wallet));
    }

    /// Money that the wallet has and has promised, all of one moment. Zero for an unknown wallet.
    Funds funds(long wallet);

    /// The same of several wallets; unknown ones may be left out.
    default Map<Long, Funds> funds(Collection<Long> wallets) {
        return wallets.stream().distinct().collect(Collectors.toMap(wallet -> wallet, this::funds));
    }

    /// Whether money came in the last minutes that nobody has screened: it may be available in a moment.
    boolean awaitsScreening(long wallet);

    /// The last block that the bank's view contains.
    long block();

    /// Minor units at one block: total = available + locked.
    ///
    /// @param total unspent tokens on the ledger at the block
    /// @param locked promised: to payments that are accepted and not final yet, signed or not, and to redemptions; or
    ///     held
    /// @param held of what is locked: came from another bank and waits for screening, or for persons
    /// @param block height
    record Funds(long total, long locked, long held, long block) {
        /// Of a wallet that nobody knows.
        public static final Funds NONE = new Funds(0, 0, 0, 0);

        /// Money that can still be promised.
        public long available() {
            return total - locked;
        }
    }
}
