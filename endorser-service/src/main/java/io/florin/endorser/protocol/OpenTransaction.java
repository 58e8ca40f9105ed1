package io.florin.endorser.protocol;

import io.florin.crypto.Bytes32;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Submission;
import java.util.Optional;

/// A stored transaction that is neither final nor refused.
///
/// @param place in the order of this endorser's store
/// @param bundle root of the signed bundle that it is in
public record OpenTransaction(
        long place, TransactionId id, Submission submission, long expiryHeight, Optional<Bytes32> bundle) {}
