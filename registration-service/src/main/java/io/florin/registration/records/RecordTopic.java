package io.florin.registration.records;

import java.util.List;

/// The topic of records.
public interface RecordTopic {

    /// Returns when all are acknowledged, in order. After a failure some may have been written; readers drop repeats.
    ///
    /// @throws io.florin.runtime.Failure when the broker does not acknowledge in time
    void publish(List<StoredRecord> records);
}
