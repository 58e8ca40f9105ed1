package io.florin.instant.process.adapter;

import io.florin.ledger.rail.RailCommittee;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.signing.AuthoritySigner;

/// Store of an authority's keys.
@FunctionalInterface
public interface SigningKeys {

    /// The key of the epoch.
    ///
    /// @throws io.florin.runtime.Failure if this authority has none, or another one than the committee names
    AuthoritySigner of(RailScope scope, RailCommittee committee);
}
