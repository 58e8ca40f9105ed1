package io.florin.centralbank.protocol;

import io.florin.ledger.config.NetworkConfiguration;

/// The configuration in force as the ledger proves it, by the changes that were followed from genesis on.
@FunctionalInterface
public interface FollowedConfiguration {

    /// As of the last block that was followed.
    ///
    /// @throws io.florin.runtime.http.ProblemException while that is not known: in a database from before it was kept
    ///     there, until the ledger is read once more from genesis on
    NetworkConfiguration configuration();
}
