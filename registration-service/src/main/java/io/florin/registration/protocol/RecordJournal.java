package io.florin.registration.protocol;

import io.florin.ledger.enrollment.RegistrationEvent;
import java.util.List;

/// Signed, numbered records for everybody.
public interface RecordJournal {

    /// Signs the event under the next number, in the caller's transaction: a change and its record commit together.
    ///
    /// @return the record's number
    long append(RegistrationEvent event);

    /// Encoded records in order.
    ///
    /// @param after number of the last record seen
    List<byte[]> after(long after, int limit);
}
