package io.florin.registration.records;

import io.florin.ledger.Invariant;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.ledger.enrollment.RegistrationRecord;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/// The records in the database, which is also the outbox to the topic.
///
/// The counter's row is locked from the moment a number is drawn until the caller's transaction ends: number n+1 is
/// drawn after n is committed or given back, so committed numbers have no gap and readers never see n+1 without n. The
/// cursor, a row of its own, says up to where the topic has them.
public class RecordStore {
    static final int PAGE_MAX = 1000;

    private final JdbcClient jdbc;
    private final RecordSigner signer;
    private final InstantSource clock;

    public RecordStore(JdbcClient jdbc, RecordSigner signer, InstantSource clock) {
        this.jdbc = jdbc;
        this.signer = signer;
        this.clock = clock;
    }

    /// Signs the event under the next number, in the caller's transaction: a change and its record commit together.
    ///
    /// @return the record's number
    @Transactional(propagation = Propagation.MANDATORY)
    public long append(RegistrationEvent event) {
        long sequence = 1
                + jdbc.sql("select last_sequence from record_counter where id = 1 for update")
                        .query(Long.class)
                        .single();
        RegistrationRecord record = signer.sign(sequence, clock.millis(), event);
        byte[] encoded = record.encode();
        Invariant.check(encoded.length <= RegistrationRecord.ENCODED_SIZE_MAX, "a registration record is too long");
        jdbc.sql("insert into registration_record (sequence, time_millis, kind, encoded) values (?, ?, ?, ?)")
                .params(sequence, record.timeMillis(), kindOf(event), encoded)
                .update();
        jdbc.sql("update record_counter set last_sequence = ? where id = 1")
                .param(sequence)
                .update();
        return sequence;
    }

    /// Encoded records in order.
    ///
    /// @param after number of the last record seen
    @Transactional(readOnly = true)
    public List<byte[]> after(long after, int limit) {
        return page(after, limit).stream().map(StoredRecord::encoded).toList();
    }

    /// A heartbeat, unless a record of the last moments shows that registration is alive.
    ///
    /// @return whether there is one
    @Transactional
    public boolean heartbeat(long quietMillisMin) {
        long last = jdbc.sql("select coalesce(max(time_millis), 0) from registration_record "
                        + "where sequence = (select last_sequence from record_counter where id = 1)")
                .query(Long.class)
                .single();
        boolean quiet = clock.millis() - last >= quietMillisMin;
        if (quiet) {
            append(new Heartbeat());
        }
        return quiet;
    }

    @Transactional(readOnly = true)
    public List<StoredRecord> unpublished(int limit) {
        return page(publishedThrough(), limit);
    }

    /// The topic has all records up to this one.
    @Transactional
    public void published(long sequence) {
        jdbc.sql("update record_cursor set published_through = ? where id = 1 and published_through < ?")
                .params(sequence, sequence)
                .update();
    }

    @Transactional(readOnly = true)
    public long publishedThrough() {
        return jdbc.sql("select published_through from record_cursor where id = 1")
                .query(Long.class)
                .single();
    }

    /// Time of the oldest record that the topic does not have.
    @Transactional(readOnly = true)
    public Optional<Long> oldestUnpublishedMillis() {
        return jdbc.sql("select time_millis from registration_record "
                        + "where sequence = (select published_through + 1 from record_cursor where id = 1)")
                .query(Long.class)
                .optional();
    }

    @Transactional(readOnly = true)
    public long lastSequence() {
        return jdbc.sql("select last_sequence from record_counter where id = 1")
                .query(Long.class)
                .single();
    }

    private List<StoredRecord> page(long after, int limit) {
        List<StoredRecord> page = jdbc.sql(
                        "select sequence, encoded from registration_record where sequence > ? order by sequence limit"
                                + " ?")
                .params(after, Math.min(limit, PAGE_MAX))
                .query((row, _) -> new StoredRecord(row.getLong(1), row.getBytes(2)))
                .list();
        for (int i = 0; i < page.size(); i++) {
            Invariant.check(page.get(i).sequence() == after + 1 + i, "a registration record is missing");
        }
        return page;
    }

    private static String kindOf(RegistrationEvent event) {
        return switch (event) {
            case ParticipantChanged _ -> "PARTICIPANT";
            case EnrollmentChanged _ -> "ENROLLMENT";
            case CredentialEpoch _ -> "CREDENTIAL_EPOCH";
            case Heartbeat() -> "HEARTBEAT";
        };
    }
}
