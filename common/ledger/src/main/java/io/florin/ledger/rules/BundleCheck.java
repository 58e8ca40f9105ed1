package io.florin.ledger.rules;

import io.florin.ledger.NetworkId;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.config.NetworkConfiguration;

/// Check that a bundle is endorsed: [EndorsementCheck#isEndorsed]. Who replays one chain many times may remember what
/// that said of the same bundle under the same configuration.
@FunctionalInterface
public interface BundleCheck {
    boolean isEndorsed(Bundle bundle, NetworkId network, NetworkConfiguration configuration);
}
