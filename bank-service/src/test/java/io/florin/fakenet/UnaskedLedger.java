package io.florin.fakenet;

import io.florin.bank.protocol.LedgerAccess;
import io.florin.doubles.api.Unasked;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.wallet.payment.LedgerView;

/// A ledger that nobody should ask; tests override what it is asked.
public class UnaskedLedger implements LedgerAccess {
    @Override
    public NetworkId network() {
        throw new Unasked("network");
    }

    @Override
    public NetworkConfiguration configuration() {
        throw new Unasked("configuration");
    }

    @Override
    public NamespaceId currency() {
        throw new Unasked("currency");
    }

    @Override
    public PrivacyModel model() {
        throw new Unasked("model");
    }

    @Override
    public Amount tokenValueMax() {
        throw new Unasked("tokenValueMax");
    }

    @Override
    public boolean isSuperseded(long configurationVersion) {
        throw new Unasked("isSuperseded");
    }

    @Override
    public LedgerView view() {
        throw new Unasked("view");
    }
}
