package io.florin.endorser.protocol;

import java.util.List;

/// Progress of a transaction here.
///
/// @param stage `STORED`, `PUBLISHED`, `REFUSED`, `EXPIRED` or the name of a final status
public record TransactionProgress(String stage, List<Step> steps) {

    public TransactionProgress {
        steps = List.copyOf(steps);
    }

    /// @param atMillis milliseconds since 1970
    public record Step(String stage, long atMillis) {}
}
