package io.florin.bank.holdings;

import io.florin.fakenet.UnaskedLedger;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.TestNetwork;

/// The ledger of a test network, under the configuration of its genesis.
final class LedgerOf extends UnaskedLedger {
    private final TestNetwork network;

    LedgerOf(TestNetwork network) {
        this.network = network;
    }

    @Override
    public NetworkId network() {
        return network.networkId();
    }

    @Override
    public NetworkConfiguration configuration() {
        return network.configuration();
    }

    @Override
    public NamespaceId currency() {
        return TestNetwork.CURRENCY;
    }
}
