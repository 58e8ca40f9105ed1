package io.florin.endorser.protocol;

import io.florin.ledger.TransactionId;
import io.florin.ledger.status.TransactionStatus;

/// The status of the transaction that claimed the id.
public record ProvenStatus(TransactionId id, TransactionStatus status, long block) {}
