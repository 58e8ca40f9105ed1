package io.florin.fakenet;

import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.doubles.api.Unasked;
import io.florin.ledger.OwnerKey;
import io.florin.wallet.payment.PayerKeys;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/// Wallets that nobody should ask for; tests override what is asked of them.
public class UnaskedWallets implements WalletBook {
    @Override
    public Optional<WalletInfo> wallet(long number) {
        throw new Unasked("wallet");
    }

    @Override
    public Optional<WalletInfo> byIban(String iban) {
        throw new Unasked("byIban");
    }

    @Override
    public Map<String, WalletInfo> byIbans(Collection<String> ibans) {
        throw new Unasked("byIbans");
    }

    @Override
    public Map<OwnerKey, Long> numbersOf(Collection<OwnerKey> owners) {
        throw new Unasked("numbersOf");
    }

    @Override
    public PayerKeys keys(WalletInfo wallet) {
        throw new Unasked("keys");
    }
}
