package io.florin.registration.records;

import java.util.List;

/// Carries records from the database to the topic, in order, from the cursor on. One thread calls it.
///
/// A crash between the topic and the cursor repeats records, never skips one.
public final class RecordPublisher {
    private static final int BATCH_MAX = 50;

    private final RecordStore store;
    private final RecordTopic topic;

    public RecordPublisher(RecordStore store, RecordTopic topic) {
        this.store = store;
        this.topic = topic;
    }

    /// Publishes everything that waits.
    ///
    /// @return how many records that were
    public int publishAll() {
        int published = 0;
        List<StoredRecord> batch = store.unpublished(BATCH_MAX);
        while (!batch.isEmpty()) {
            published += batch.size();
            topic.publish(batch);
            store.published(batch.getLast().sequence());
            batch = store.unpublished(BATCH_MAX);
        }
        return published;
    }
}
