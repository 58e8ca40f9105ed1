package io.florin.bank.protocol;

import io.florin.ledger.OwnerKey;
import io.florin.wallet.payment.PayerKeys;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The bank's wallets.
public interface WalletBook {

    Optional<WalletInfo> wallet(long number);

    /// Those of the wallets that there are, by their numbers.
    default Map<Long, WalletInfo> wallets(Collection<Long> numbers) {
        Map<Long, WalletInfo> found = new HashMap<>();
        numbers.forEach(number -> wallet(number).ifPresent(wallet -> found.put(number, wallet)));
        return found;
    }

    Optional<WalletInfo> byIban(String iban);

    /// Wallets behind IBANs of this bank; unknown ones are left out.
    Map<String, WalletInfo> byIbans(Collection<String> ibans);

    /// The wallet numbers of those of the owner keys that are this bank's.
    Map<OwnerKey, Long> numbersOf(Collection<OwnerKey> owners);

    /// Keys of a custodial wallet.
    ///
    /// @throws IllegalArgumentException when the bank does not hold the wallet's keys
    PayerKeys keys(WalletInfo wallet);
}
