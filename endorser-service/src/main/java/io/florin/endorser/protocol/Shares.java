package io.florin.endorser.protocol;

/// Gives this endorser's shares.
@FunctionalInterface
public interface Shares {

    /// A share over transactions that this endorser accepted and holds durably, and nothing else.
    ///
    /// @param asker index of the endorser that gathers
    ShareAnswer share(ShareOrder order, int asker);
}
