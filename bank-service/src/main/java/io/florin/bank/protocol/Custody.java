package io.florin.bank.protocol;

import io.florin.crypto.seal.X25519KeyPair;
import io.florin.wallet.hidden.HiddenKeys;
import io.florin.wallet.payment.PayerKeys;

/// The secrets of the bank's own and its customers' custodial wallets.
public interface Custody {

    /// Signs as the wallet's owner.
    PayerKeys payer(long wallet);

    /// The wallet's secrets in a currency that hides owners or values.
    HiddenKeys hiddenKeys(long wallet);

    /// Opens the notes of all custodial wallets (ADR 0013).
    X25519KeyPair noteKey();

    /// For secrets that the database keeps.
    Vault vault();
}
