package io.florin.simulation.bank;

import io.florin.bank.payments.WalletPicture;
import io.florin.ledger.StateKey;
import io.florin.ledger.settlement.SettlementTransaction;
import java.util.Set;
import java.util.function.Predicate;

/// Tokens of a bank's wallets as its database has them, by what the currency hides.
interface BankMoney {
    /// Takes over what a committed transaction did.
    ///
    /// @return wallets of which something changed
    Set<Long> committed(SettlementTransaction transaction, long block);

    /// Takes over notes that an endorser told.
    ///
    /// @return wallets of which something changed
    Set<Long> read(BankEntry.NotesRead notes);

    /// Position up to which an endorser's notes are read.
    long positionAt(int endorser);

    boolean has(StateKey token);

    /// Sum of what was credited to a wallet and not spent, in minor units.
    long worth(long wallet);

    /// @param reserved whether a transaction under way spends a token
    /// @param underWay transactions of the wallet that are
    WalletPicture.Money picture(long wallet, Predicate<StateKey> reserved, int underWay);
}
