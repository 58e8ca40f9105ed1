package io.florin.bank.protocol;

import io.florin.ledger.TransactionId;
import io.florin.runtime.api.CommitterApi.BlockTimes;
import io.florin.runtime.api.CommitterApi.TransactionView;
import io.florin.runtime.api.EndorserApi.SubmissionProgress;
import io.florin.runtime.api.ProgressTicket;
import java.util.List;

/// Asks the network where a transaction is.
public interface TransactionTrace {

    /// Answer of a station.
    sealed interface Answer<T> {

        record Told<T>(T value) implements Answer<T> {}

        /// It answers, and knows nothing of it.
        record Unknown<T>() implements Answer<T> {}

        /// It does not answer, or one that may know does not.
        record Silent<T>() implements Answer<T> {}
    }

    /// Progress as the endorser tells it that published it, or else the one that tells most of it.
    ///
    /// @param tickets of its submissions
    Answer<SubmissionProgress> progress(TransactionId transaction, List<ProgressTicket> tickets);

    /// Its final status; unknown while there is none.
    Answer<TransactionView> finalStatus(String transactionId);

    /// Times at which the block came to the committer and was complete.
    Answer<BlockTimes> times(long block);
}
