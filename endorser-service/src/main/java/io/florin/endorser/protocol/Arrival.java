package io.florin.endorser.protocol;

import io.florin.ledger.client.Submission;

/// A submission and when it came in.
///
/// @param receivedMillis milliseconds since 1970
public record Arrival(Submission submission, long receivedMillis) {}
