package io.florin.bank.protocol;

import io.florin.ledger.TransactionId;
import io.florin.ledger.status.TransactionStatus;

/// The final status of the transaction that claimed an id.
public record FinalStatus(TransactionId transaction, TransactionStatus status) {}
