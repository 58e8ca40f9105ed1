package io.florin.iso20022;

import java.util.Optional;

/// The status of one payment of a file.
///
/// @param batchId the `PmtInfId` it came in, where there is one
public record LineStatus(Optional<String> batchId, PaymentIds ids, Outcome outcome) {}
