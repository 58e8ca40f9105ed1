package io.florin.bank.protocol;

import io.florin.crypto.group.Scalar;
import io.florin.wallet.hidden.HiddenAccount;
import io.florin.wallet.hidden.HiddenPayer;
import java.util.Optional;

/// The bank's custodial wallets in a currency that hides owners or values: their enrollment ids and credentials.
public interface HiddenBook {

    /// Of a currency that hides nothing.
    HiddenBook NONE = new HiddenBook() {
        @Override
        public Optional<HiddenAccount> account(long wallet) {
            return Optional.empty();
        }

        @Override
        public Optional<Long> walletOf(Scalar eid) {
            return Optional.empty();
        }

        @Override
        public Optional<HiddenPayer> payer(long wallet) {
            return Optional.empty();
        }
    };

    /// Empty until registration has issued the wallet's credential.
    Optional<HiddenAccount> account(long wallet);

    /// The enrollment id of a wallet whose holder has the keys; empty until registration has issued its credential.
    default Optional<Scalar> holder(long wallet) {
        return Optional.empty();
    }

    /// The wallet with this enrollment id, if it is the bank's and the bank has its keys.
    Optional<Long> walletOf(Scalar eid);

    /// The wallet with its newest credential; empty where registration gives none for the epoch.
    Optional<HiddenPayer> payer(long wallet);
}
