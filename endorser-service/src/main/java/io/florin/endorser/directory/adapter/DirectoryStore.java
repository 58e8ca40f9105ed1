package io.florin.endorser.directory.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.endorser.EndorserLog;
import io.florin.endorser.directory.KnownRecords;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.codec.Domain;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.ledger.enrollment.RegistrationRecord;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/// Keeps what is known of registration's records over a restart, so that a start costs the records since and not all
/// since genesis: the last record of each participant and owner, and a seal that this endorser signs over the position
/// and a digest of those records, all in one commit.
///
/// Rows that do not fit their seal are thrown away, and everything is read again: whoever can write the database can
/// make a start slow, and can put an old state back, which reading on repairs; he cannot change or hide a standing.
/// Each row must be registration's own record as well, under the subject it is about. While the endorser runs, it seals
/// only on top of a state that it left itself. One thread at a time.
public final class DirectoryStore {

    private static final Sealed NOTHING = new Sealed(new Position(0, 0, 0), RecordSum.OF_NOTHING.encode());

    private final JdbcTemplate jdbc;
    private final TransactionTemplate transaction;
    private final NetworkId network;
    private final Bytes32 registrationKey;
    private final Ed25519KeyPair key;

    /// Permitted content of the database: one state, or two after a commit whose outcome is not known.
    private List<Sealed> possible = List.of(NOTHING);

    /// @param registrationKey signs the records
    /// @param key this endorser's, signs the seal
    public DirectoryStore(
            JdbcTemplate jdbc,
            TransactionTemplate transaction,
            NetworkId network,
            Bytes32 registrationKey,
            Ed25519KeyPair key) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.network = network;
        this.registrationKey = registrationKey;
        this.key = key;
    }

    /// Position from which to go on.
    ///
    /// @param nextOffset of the topic
    public record Position(long sequence, long timeMillis, long nextOffset) {}

    /// Kept records and position.
    public record Kept(KnownRecords known, long nextOffset) {}

    private record Sealed(Position position, Bytes digest) {}

    private record Seal(Sealed sealed, Bytes signature) {}

    private record Row(Bytes subject, byte[] record) {}

    /// Kept records that fit their seal; everything else is thrown away.
    public Optional<Kept> load() {
        List<Seal> seals = jdbc.query("SELECT * FROM registration_seal", (row, _) -> seal(row));
        List<Row> rows = jdbc.query(
                "SELECT subject, record FROM registration_record",
                (row, _) -> new Row(Bytes.of(row.getBytes("subject")), row.getBytes("record")));
        if (seals.size() == 1 && fits(seals.getFirst(), rows)) {
            Optional<List<RegistrationRecord>> records = authentic(rows);
            if (records.isPresent()) {
                Sealed sealed = seals.getFirst().sealed();
                Position position = sealed.position();
                possible = List.of(sealed);
                return Optional.of(new Kept(
                        new KnownRecords(position.sequence(), position.timeMillis(), records.get()),
                        position.nextOffset()));
            }
        }
        if (!seals.isEmpty() || !rows.isEmpty()) {
            EndorserLog.registrationNotAsKept();
            transaction.executeWithoutResult(_ -> {
                jdbc.update("DELETE FROM registration_seal");
                jdbc.update("DELETE FROM registration_record");
            });
        }
        possible = List.of(NOTHING);
        return Optional.empty();
    }

    private static Seal seal(ResultSet row) throws SQLException {
        return new Seal(
                new Sealed(
                        new Position(row.getLong("sequence"), row.getLong("time_millis"), row.getLong("next_offset")),
                        Bytes.of(row.getBytes("digest"))),
                Bytes.of(row.getBytes("signature")));
    }

    private boolean fits(Seal seal, List<Row> rows) {
        RecordSum sum = RecordSum.OF_NOTHING;
        for (Row row : rows) {
            sum = sum.plus(row.record());
        }
        return seal.sealed().digest().equals(sum.encode())
                && Ed25519.verify(
                        key.publicKey(),
                        message(seal.sealed()),
                        seal.signature().toArray());
    }

    /// The records, if each is registration's and stands once, under its own subject.
    private Optional<List<RegistrationRecord>> authentic(List<Row> rows) {
        List<RegistrationRecord> records = new ArrayList<>();
        Set<Bytes> subjects = new HashSet<>();
        for (Row row : rows) {
            Optional<RegistrationRecord> record = decode(row);
            if (record.isEmpty() || !subjects.add(row.subject())) {
                return Optional.empty();
            }
            records.add(record.get());
        }
        boolean signed = records.parallelStream().allMatch(record -> record.isAuthentic(network, registrationKey));
        return signed ? Optional.of(records) : Optional.empty();
    }

    /// The record, if it is about the row's subject.
    private static Optional<RegistrationRecord> decode(Row row) {
        try {
            return Optional.of(RegistrationRecord.decode(row.record()))
                    .filter(record -> subject(record).equals(Optional.of(row.subject())));
        } catch (DecodeException altered) {
            return Optional.empty();
        }
    }

    /// Keeps changed records and how far they go. May be repeated, also after a commit whose outcome is not known.
    ///
    /// @param changed authentic, in the order of their sequence
    /// @throws DataIntegrityViolationException the database is not as this store left it; nothing is kept
    public void save(Position position, List<RegistrationRecord> changed) {
        Sealed after = transaction.execute(_ -> write(position, changed));
        possible = List.of(after);
    }

    private Sealed write(Position position, List<RegistrationRecord> changed) {
        Sealed before =
                jdbc
                        .query(
                                "SELECT * FROM registration_seal FOR UPDATE",
                                (row, _) -> seal(row).sealed())
                        .stream()
                        .findFirst()
                        .orElse(NOTHING);
        if (!possible.contains(before)) {
            throw new DataIntegrityViolationException("the seal is not the one that was left");
        }
        Map<Bytes, byte[]> rows = new LinkedHashMap<>();
        for (RegistrationRecord record : changed) {
            if (record.sequence() > before.position().sequence()) {
                subject(record).ifPresent(subject -> rows.put(subject, record.encode()));
            }
        }
        RecordSum sum = RecordSum.of(before.digest());
        for (Map.Entry<Bytes, byte[]> row : rows.entrySet()) {
            for (byte[] old : replaced(row.getKey(), before.position())) {
                sum = sum.minus(old);
            }
            sum = sum.plus(row.getValue());
        }
        Sealed after = new Sealed(position, sum.encode());
        put(rows, after);
        possible = List.of(before, after);
        return after;
    }

    /// The row to be replaced. A record that the seal does not cover yet must not be taken out of its sum: whoever put
    /// it there could bring back the one before it.
    private List<byte[]> replaced(Bytes subject, Position sealed) {
        List<byte[]> rows = jdbc.queryForList(
                "SELECT record FROM registration_record WHERE subject = ?", byte[].class, (Object) subject.toArray());
        for (byte[] row : rows) {
            if (decode(new Row(subject, row))
                    .filter(record -> record.sequence() <= sealed.sequence())
                    .isEmpty()) {
                throw new DataIntegrityViolationException("a record is not the one that was left");
            }
        }
        return rows;
    }

    private void put(Map<Bytes, byte[]> rows, Sealed sealed) {
        jdbc.batchUpdate(
                "INSERT INTO registration_record (subject, record) VALUES (?, ?)"
                        + " ON CONFLICT (subject) DO UPDATE SET record = excluded.record",
                rows.entrySet().stream()
                        .map(row -> new Object[] {row.getKey().toArray(), row.getValue()})
                        .toList());
        jdbc.update(
                "INSERT INTO registration_seal (sequence, time_millis, next_offset, digest, signature)"
                        + " VALUES (?, ?, ?, ?, ?) ON CONFLICT (one) DO UPDATE SET sequence = excluded.sequence,"
                        + " time_millis = excluded.time_millis, next_offset = excluded.next_offset,"
                        + " digest = excluded.digest, signature = excluded.signature",
                sealed.position().sequence(),
                sealed.position().timeMillis(),
                sealed.position().nextOffset(),
                sealed.digest().toArray(),
                key.sign(message(sealed)).toArray());
    }

    private byte[] message(Sealed sealed) {
        byte[] payload = new CanonicalWriter(600)
                .u63(sealed.position().sequence())
                .u63(sealed.position().timeMillis())
                .u63(sealed.position().nextOffset())
                .fixed(sealed.digest().toArray())
                .toByteArray();
        return Domain.ENDORSER_DIRECTORY.message(network, payload);
    }

    private static Optional<Bytes> subject(RegistrationRecord record) {
        return switch (record.event()) {
            case ParticipantChanged bank ->
                Optional.of(Bytes.of(
                        new CanonicalWriter(8).u8(1).u16(bank.participant()).toByteArray()));
            case EnrollmentChanged enrollment ->
                Optional.of(Bytes.of(new CanonicalWriter(40)
                        .u8(2)
                        .fixed(enrollment.owner().value())
                        .toByteArray()));
            case CredentialEpoch _ ->
                Optional.of(Bytes.of(new CanonicalWriter(1).u8(4).toByteArray()));
            case Heartbeat() -> Optional.empty();
        };
    }
}
