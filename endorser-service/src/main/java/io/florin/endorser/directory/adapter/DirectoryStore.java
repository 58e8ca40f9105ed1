package io.florin.endorser.directory.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.endorser.EndorserLog;
import io.florin.endorser.directory.KnownRecords;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.ledger.enrollment.RegistrationRecord;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/// Keeps what is known of registration's records over a restart, so that a start costs the records since and not all
/// since genesis: the last record of each participant and owner, and a seal that this endorser signs over the position
/// and a digest of those records, all in one commit.
///
/// Rows that do not fit their seal are thrown away, and everything is read again: whoever can write the database can
/// make a start slow, and can put an old state back, which reading on repairs; he cannot change or hide a standing.
/// The digest is the sum of the records' hashes modulo 2^256, so one change costs one row. One thread at a time.
public final class DirectoryStore {

    private static final String SEAL = "florin/v1/endorser-directory";
    private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(256);

    private final JdbcTemplate jdbc;
    private final TransactionTemplate transaction;
    private final NetworkId network;
    private final Ed25519KeyPair key;
    private BigInteger digest = BigInteger.ZERO;

    public DirectoryStore(JdbcTemplate jdbc, TransactionTemplate transaction, NetworkId network, Ed25519KeyPair key) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.network = network;
        this.key = key;
    }

    /// Where to go on.
    ///
    /// @param nextOffset of the topic
    public record Position(long sequence, long timeMillis, long nextOffset) {}

    /// What was kept.
    public record Kept(KnownRecords known, long nextOffset) {}

    private record Seal(Position position, Bytes32 digest, Bytes signature) {}

    /// What is kept and fits its seal; everything else is thrown away.
    public Optional<Kept> load() {
        List<Seal> seals = jdbc.query("SELECT * FROM registration_seal", (row, _) -> seal(row));
        List<RegistrationRecord> records = new ArrayList<>();
        BigInteger sum = BigInteger.ZERO;
        boolean readable = true;
        for (byte[] row : jdbc.queryForList("SELECT record FROM registration_record", byte[].class)) {
            sum = sum.add(hash(row));
            try {
                records.add(RegistrationRecord.decode(row));
            } catch (DecodeException altered) {
                readable = false;
            }
        }
        sum = sum.mod(MODULUS);
        if (seals.size() == 1 && readable && fits(seals.getFirst(), sum)) {
            digest = sum;
            Position position = seals.getFirst().position();
            return Optional.of(new Kept(
                    new KnownRecords(position.sequence(), position.timeMillis(), records), position.nextOffset()));
        }
        if (!seals.isEmpty() || !records.isEmpty() || !readable) {
            EndorserLog.registrationNotAsKept();
            transaction.executeWithoutResult(_ -> {
                jdbc.update("DELETE FROM registration_seal");
                jdbc.update("DELETE FROM registration_record");
            });
        }
        digest = BigInteger.ZERO;
        return Optional.empty();
    }

    private static Seal seal(ResultSet row) throws SQLException {
        return new Seal(
                new Position(row.getLong("sequence"), row.getLong("time_millis"), row.getLong("next_offset")),
                Bytes32.of(row.getBytes("digest")),
                Bytes.of(row.getBytes("signature")));
    }

    private boolean fits(Seal seal, BigInteger sum) {
        return seal.digest().equals(bytes(sum))
                && Ed25519.verify(
                        key.publicKey(),
                        message(seal.position(), sum),
                        seal.signature().toArray());
    }

    /// Keeps changed records and how far they go. May be repeated.
    ///
    /// @param changed authentic, in the order of their sequence
    public void save(Position position, List<RegistrationRecord> changed) {
        Map<Bytes, byte[]> rows = new LinkedHashMap<>();
        for (RegistrationRecord record : changed) {
            subject(record).ifPresent(subject -> rows.put(subject, record.encode()));
        }
        BigInteger after = transaction.execute(_ -> write(position, rows));
        digest = after;
    }

    private BigInteger write(Position position, Map<Bytes, byte[]> rows) {
        BigInteger sum = digest;
        for (Map.Entry<Bytes, byte[]> row : rows.entrySet()) {
            byte[] subject = row.getKey().toArray();
            for (byte[] before : jdbc.queryForList(
                    "SELECT record FROM registration_record WHERE subject = ?", byte[].class, (Object) subject)) {
                sum = sum.subtract(hash(before));
            }
            sum = sum.add(hash(row.getValue()));
        }
        sum = sum.mod(MODULUS);
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
                position.sequence(),
                position.timeMillis(),
                position.nextOffset(),
                bytes(sum).toArray(),
                key.sign(message(position, sum)).toArray());
        return sum;
    }

    private byte[] message(Position position, BigInteger sum) {
        return new CanonicalWriter(160)
                .u8(0)
                .text(SEAL)
                .fixed(network.value())
                .u63(position.sequence())
                .u63(position.timeMillis())
                .u63(position.nextOffset())
                .fixed(bytes(sum))
                .toByteArray();
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
            case Heartbeat() -> Optional.empty();
        };
    }

    private static BigInteger hash(byte[] record) {
        return new BigInteger(1, Sha256.hash(record).toArray());
    }

    private static Bytes32 bytes(BigInteger sum) {
        byte[] signed = sum.toByteArray();
        byte[] fixed = new byte[Bytes32.SIZE];
        int length = Math.min(signed.length, fixed.length);
        System.arraycopy(signed, signed.length - length, fixed, fixed.length - length, length);
        return Bytes32.of(fixed);
    }
}
