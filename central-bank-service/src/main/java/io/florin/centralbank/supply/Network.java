package io.florin.centralbank.supply;

import io.florin.crypto.Bytes;
import io.florin.ledger.NetworkId;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.runtime.api.CommitterApi;
import java.util.Base64;
import java.util.random.RandomGenerator;

/// What the central bank knows of its network: genesis, and the configuration in force as last asked of the committer.
final class Network {

    private static final int EXPIRY_SHARE = 2;

    private final NetworkId id;
    private final CommitterApi committer;
    private final RandomGenerator random;
    private volatile NetworkConfiguration configuration;

    Network(Genesis genesis, CommitterApi committer, RandomGenerator random) {
        this.id = genesis.networkId();
        this.configuration = genesis.configuration();
        this.committer = committer;
        this.random = random;
    }

    NetworkId id() {
        return id;
    }

    NetworkConfiguration configuration() {
        return configuration;
    }

    void refresh() {
        NetworkConfiguration seen = NetworkConfiguration.decode(
                Base64.getDecoder().decode(committer.network().configuration()));
        if (seen.version() > configuration.version()) {
            configuration = seen;
        }
    }

    Namespace currency() {
        return configuration.namespaces().stream()
                .filter(namespace -> !namespace.currency().isEmpty())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the network has no currency"));
    }

    byte[] officerMessage(SupplyRequest request) {
        Namespace currency = currency();
        return request.officerMessage(id, currency.id(), currency.rulesVersion());
    }

    TransactionHeader header(long height) {
        byte[] nonce = new byte[TransactionHeader.NONCE_SIZE];
        random.nextBytes(nonce);
        Namespace currency = currency();
        long lifetime = configuration.limits().expiryBlocksMax() / EXPIRY_SHARE;
        return new TransactionHeader(
                id,
                currency.id(),
                currency.rulesVersion(),
                configuration.version(),
                height + lifetime,
                Bytes.of(nonce));
    }
}
