package io.florin.bank.network;

import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.Failure;
import io.florin.runtime.api.CommitterApi;
import io.florin.wallet.hidden.HiddenPaymentBuilder;
import io.florin.wallet.payment.LedgerView;
import java.util.Base64;
import java.util.function.Supplier;

/// Starts from genesis and takes newer configurations from the committer. The network is the one of the bank's own
/// genesis file; a committer of another network is never believed.
public final class NetworkFollower implements LedgerAccess {

    private final NetworkId network;
    private final CommitterApi committer;
    private final Supplier<Holdings> holdings;
    private volatile Known known;
    private volatile long head;

    /// @param since a block at which it was in force for the next one
    private record Known(NetworkConfiguration configuration, long since) {}

    /// @param holdings late, because holdings need the network too
    public NetworkFollower(Genesis genesis, CommitterApi committer, Supplier<Holdings> holdings) {
        this.network = genesis.networkId();
        this.known = new Known(genesis.configuration(), 0);
        this.committer = committer;
        this.holdings = holdings;
    }

    /// Takes over a newer configuration if the committer has one.
    public void refresh() {
        CommitterApi.NetworkView view = committer.network();
        if (!view.networkId().equals(network.toHex())) {
            throw new Failure("the committer serves another network");
        }
        NetworkConfiguration seen =
                NetworkConfiguration.decode(Base64.getDecoder().decode(view.configuration()));
        head = committer.head().number();
        if (seen.version() > known.configuration().version()) {
            known = new Known(seen, head);
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
        return known.configuration();
    }

    @Override
    public boolean isSuperseded(long configurationVersion) {
        Known now = known;
        return configurationVersion < now.configuration().version()
                && holdings.get().block() >= now.since();
    }

    @Override
    public NamespaceId currency() {
        return currencyOf(configuration()).id();
    }

    @Override
    public PrivacyModel model() {
        return PrivacyModel.ofRulesVersion(currencyOf(configuration()).rulesVersion());
    }

    @Override
    public Amount tokenValueMax() {
        return HiddenPaymentBuilder.valueMax(currencyOf(configuration()));
    }

    @Override
    public LedgerView view() {
        NetworkConfiguration configuration = configuration();
        Namespace currency = currencyOf(configuration);
        return new LedgerView(
                network,
                currency.id(),
                currency.rulesVersion(),
                configuration.version(),
                holdings.get().block(),
                configuration.limits());
    }

    private static Namespace currencyOf(NetworkConfiguration configuration) {
        return configuration.namespaces().stream()
                .filter(namespace -> !namespace.currency().isEmpty())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the network has no currency"));
    }
}
