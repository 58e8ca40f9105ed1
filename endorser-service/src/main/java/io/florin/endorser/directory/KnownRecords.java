package io.florin.endorser.directory;

import io.florin.ledger.enrollment.RegistrationRecord;
import java.util.List;

/// A follower's knowledge when it stopped: enough to go on after its last record.
///
/// @param sequence of the last record applied
/// @param timeMillis registration's clock at the last record
/// @param records the last authentic one of each participant and of each owner, in any order
public record KnownRecords(long sequence, long timeMillis, List<RegistrationRecord> records) {

    public KnownRecords {
        records = List.copyOf(records);
    }
}
