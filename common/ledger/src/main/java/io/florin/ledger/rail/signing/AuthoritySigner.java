package io.florin.ledger.rail.signing;

import java.util.List;

/// The signing key of one authority in one epoch. Any thread. Closing destroys the key, as an authority does on leaving
/// the epoch.
///
/// It signs whatever it is given: that a vote is on disk before it leaves is the caller's duty.
public interface AuthoritySigner extends AutoCloseable {
    /// Statements of one window at most; more are for the next window.
    int WINDOW_MAX = 1024;

    SigningScheme scheme();

    /// Signs a window of statements together. Statements carry their own domain separation (purpose, network, rail,
    /// epoch); the committee and the scheme are added here.
    ///
    /// @return the signature of each statement, in their order
    /// @throws IllegalArgumentException if there are more than [#WINDOW_MAX]
    /// @throws IllegalStateException after [#close]
    List<AuthoritySignature> sign(List<byte[]> statements);

    @Override
    void close();
}
