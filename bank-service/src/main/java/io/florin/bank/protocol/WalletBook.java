package io.florin.bank.protocol;

import io.florin.ledger.OwnerKey;
import io.florin.wallet.payment.PayerKeys;
import java.util.Optional;

/// The bank's wallets.
public interface WalletBook {

    Optional<WalletInfo> wallet(long number);

    Optional<WalletInfo> byIban(String iban);

    /// The number of the wallet with this owner key.
    Optional<Long> numberOf(OwnerKey owner);

    /// Keys of a custodial wallet.
    ///
    /// @throws IllegalArgumentException when the bank does not hold the wallet's keys
    PayerKeys keys(WalletInfo wallet);
}
