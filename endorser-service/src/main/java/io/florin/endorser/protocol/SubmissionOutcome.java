package io.florin.endorser.protocol;

import io.florin.ledger.rules.RefusalReason;

/// Outcome of a submission.
public sealed interface SubmissionOutcome {

    /// The threshold of endorsers holds it durably and has signed for it.
    record Endorsed() implements SubmissionOutcome {}

    /// The rules say no, here or at so many peers that the threshold is out of reach.
    record Refused(RefusalReason reason) implements SubmissionOutcome {}

    /// Too few endorsers answer, or this one has too much to do; to be submitted again.
    record Unavailable() implements SubmissionOutcome {}
}
