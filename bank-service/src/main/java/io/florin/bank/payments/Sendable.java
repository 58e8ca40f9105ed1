package io.florin.bank.payments;

/// A signed transaction on its way to the endorsers.
public interface Sendable extends Settlement.Planned {

    /// Bytes of the transaction.
    int size();

    /// Number of times that it went to endorsers, this time included.
    int attempts();

    /// Whether it may be sent as one of the files' share only: it was never sent and pays what came with files.
    boolean isNewOfFile();

    /// The configuration that the transaction is made for.
    long configurationVersion();
}
