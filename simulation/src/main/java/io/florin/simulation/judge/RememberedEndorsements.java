package io.florin.simulation.judge;

import io.florin.crypto.Bytes;
import io.florin.ledger.NetworkId;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.rules.BundleCheck;
import io.florin.ledger.rules.EndorsementCheck;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The real threshold signatures, each checked once however many replay the chain, and however often they begin again.
public final class RememberedEndorsements implements BundleCheck {
    private final Map<Asked, Boolean> known = new HashMap<>();

    /// All that the answer depends on.
    private record Asked(EndorserGroup group, Bytes message, Bytes signature) {}

    @Override
    public boolean isEndorsed(Bundle bundle, NetworkId network, NetworkConfiguration configuration) {
        Optional<EndorserGroup> group = EndorsementCheck.policy(bundle, configuration);
        return group.isPresent()
                && known.computeIfAbsent(
                        new Asked(group.get(), Bytes.of(bundle.message(network)), bundle.signature()),
                        _ -> EndorsementCheck.isEndorsed(bundle, network, configuration));
    }
}
