package io.florin.bank.protocol;

import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.wallet.payment.LedgerView;

/// The network as the bank knows it.
public interface LedgerAccess {

    NetworkId network();

    /// The one in force after the last block that was followed.
    NetworkConfiguration configuration();

    NamespaceId currency();

    /// Privacy model of the currency.
    PrivacyModel model();

    /// Largest value of one token of the currency: no proof can be made of more.
    Amount tokenValueMax();

    /// Whether a transaction that names this version of the configuration, and whose final status the bank has not
    /// followed to, can never commit: every block up to the one that put another version in force was followed, and the
    /// committer says so too.
    boolean isSuperseded(long configurationVersion);

    /// For building transactions that expire a bounded number of blocks after the one followed to.
    LedgerView view();
}
