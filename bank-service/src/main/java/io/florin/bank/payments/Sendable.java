package io.florin.bank.payments;

import io.florin.ledger.TransactionId;
import java.util.UUID;

/// A signed transaction on its way to the endorsers.
public interface Sendable {

    TransactionId transactionId();

    /// What it was made together with.
    UUID plan();

    /// Stage 1 of a plan waits for all of its stage 0.
    int stage();

    /// Bytes of the transaction.
    int size();

    /// How often it went to endorsers, this time included.
    int attempts();

    /// Whether it may be sent as one of the files' share only: it was never sent and pays what came with files.
    boolean isNewOfFile();

    /// The configuration that the transaction is made for.
    long configurationVersion();
}
