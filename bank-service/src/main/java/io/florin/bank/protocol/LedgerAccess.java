package io.florin.bank.protocol;

import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.wallet.payment.LedgerView;

/// What the bank knows of the network.
public interface LedgerAccess {

    NetworkId network();

    /// The configuration in force as last seen.
    NetworkConfiguration configuration();

    NamespaceId currency();

    /// For building transactions that expire a bounded number of blocks after the one followed to.
    LedgerView view();
}
