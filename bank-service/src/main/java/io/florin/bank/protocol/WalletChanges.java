package io.florin.bank.protocol;

import java.util.Collection;
import java.util.List;

/// Hears of what decides which payments a wallet can make now: its payments, tokens, credential and standing. What is
/// told inside a database transaction is heard when that has ended. Telling too much costs a look at the wallet;
/// telling too little lets its payments wait until all wallets are looked for. Any thread.
public interface WalletChanges {

    /// Of tests in which nobody plans.
    WalletChanges NONE = new WalletChanges() {
        @Override
        public void changed(Collection<Long> wallets) {}

        @Override
        public void allChanged() {}
    };

    void changed(Collection<Long> wallets);

    default void changed(long wallet) {
        changed(List.of(wallet));
    }

    /// Something that every wallet depends on.
    void allChanged();
}
