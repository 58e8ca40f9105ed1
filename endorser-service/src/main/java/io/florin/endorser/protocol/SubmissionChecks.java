package io.florin.endorser.protocol;

import io.florin.ledger.client.Submission;
import java.util.List;

/// Checks submissions against the rules in force now.
@FunctionalInterface
public interface SubmissionChecks {

    /// @param receivedMillis when the submissions came in
    /// @return one verdict for each, in order
    List<Verdict> check(List<Submission> submissions, long receivedMillis);
}
