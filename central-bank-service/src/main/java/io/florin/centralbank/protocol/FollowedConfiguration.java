package io.florin.centralbank.protocol;

import io.florin.ledger.config.NetworkConfiguration;

/// The configuration in force as the ledger proves it, by the changes that were followed from genesis on.
@FunctionalInterface
public interface FollowedConfiguration {

    /// As of the last block that was followed; genesis until this service knows which one that is.
    NetworkConfiguration configuration();
}
