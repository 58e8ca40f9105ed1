package io.florin.bank.network;

import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.ledger.Invariant;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.runtime.api.CommitterApi;
import io.florin.wallet.payment.LedgerView;
import java.util.Base64;
import java.util.function.Supplier;

/// Starts from genesis and takes newer configurations from the committer. The network is the one of the bank's own
/// genesis file; a committer of another network is never believed.
public final class NetworkFollower implements LedgerAccess {

    private final NetworkId network;
    private final CommitterApi committer;
    private final Supplier<Holdings> holdings;
    private final long lifetimeBlocks;
    private volatile NetworkConfiguration configuration;
    private volatile long head;

    /// @param holdings late, because holdings need the network too
    public NetworkFollower(Genesis genesis, CommitterApi committer, Supplier<Holdings> holdings, long lifetimeBlocks) {
        this.network = genesis.networkId();
        this.configuration = genesis.configuration();
        this.committer = committer;
        this.holdings = holdings;
        this.lifetimeBlocks = lifetimeBlocks;
    }

    /// Takes over a newer configuration if the committer has one.
    public void refresh() {
        CommitterApi.NetworkView view = committer.network();
        Invariant.check(view.networkId().equals(network.toHex()), "the committer serves another network");
        NetworkConfiguration seen =
                NetworkConfiguration.decode(Base64.getDecoder().decode(view.configuration()));
        head = committer.head().number();
        if (seen.version() > configuration.version()) {
            configuration = seen;
        }
    }

    /// The committer's last block when it was last asked.
    public long head() {
        return head;
    }

    @Override
    public NetworkId network() {
        return network;
    }

    @Override
    public NetworkConfiguration configuration() {
        return configuration;
    }

    @Override
    public NamespaceId currency() {
        return currencyNamespace().id();
    }

    @Override
    public LedgerView view() {
        Namespace currency = currencyNamespace();
        return new LedgerView(
                network,
                currency.id(),
                currency.rulesVersion(),
                configuration.version(),
                holdings.get().block(),
                Math.min(lifetimeBlocks, configuration.limits().expiryBlocksMax() / 2));
    }

    private Namespace currencyNamespace() {
        return configuration.namespaces().stream()
                .filter(namespace -> !namespace.currency().isEmpty())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the network has no currency"));
    }
}
