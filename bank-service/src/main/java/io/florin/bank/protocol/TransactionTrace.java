package io.florin.bank.protocol;

import io.florin.runtime.api.CommitterApi.TransactionView;
import io.florin.runtime.api.EndorserApi.SubmissionProgress;
import java.util.Optional;

/// Asks the network where a transaction is.
public interface TransactionTrace {

    /// As the first endorser that knows it says; empty when none knows it or answers.
    Optional<SubmissionProgress> progress(String transactionId);

    /// Its final status; empty while there is none, or when the committer does not answer.
    Optional<TransactionView> finalStatus(String transactionId);
}
