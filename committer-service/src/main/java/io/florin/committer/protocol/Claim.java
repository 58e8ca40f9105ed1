package io.florin.committer.protocol;

import io.florin.ledger.TransactionId;
import io.florin.ledger.status.TransactionStatus;

/// The claim on a transaction id: the validly endorsed transaction at (block, index), with its final status.
public record Claim(TransactionId id, long block, int index, TransactionStatus status) {}
