package io.florin.registration.anonymous;

import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.registration.anonymous.BarredRegister.Barred;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/// Commitments, epochs and signatures in the database, always in the caller's transaction.
///
/// Whose commitment is signed is decided on enrollments that are held until the transaction ends, so a suspension or
/// revocation comes before (and nothing is signed) or after (and takes the signatures back).
@Transactional(propagation = Propagation.MANDATORY)
public class CredentialStore {
    private static final byte[] FIRST = {};
    private static final String COMMITMENT =
            "c.enrollment, c.eid, c.requested, c.serial_part, c.commitment," + " c.seal_version, c.seal";
    private static final String ACTIVE = "e.state = 'APPROVED' and e.standing = 'ACTIVE'";

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;

    public CredentialStore(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
        this.batches = jdbc;
    }

    /// @param enrollmentId empty before the approval
    record Enrolled(UUID id, String enrollmentId, OwnerKey owner, boolean active) {}

    /// A row of commitments. Not a value: two are never compared.
    record Commitment(UUID enrollment, byte[] eid, byte[] requested, byte[] serialPart, byte[] commitment, Seal seal) {

        Commitment with(Seal other) {
            return new Commitment(enrollment, eid, requested, serialPart, commitment, other);
        }
    }

    /// @param version what it covers, see [BlindIssuer#isWhole]
    record Seal(int version, byte[] value) {}

    /// @param signature empty where none was made yet
    record Signed(Commitment commitment, Optional<byte[]> signature) {}

    /// State of renewal.
    ///
    /// @param current the epoch that began last
    /// @param signed whether signing for it is through
    /// @param signedAhead whether signing for the next one is through
    /// @param past whether anything of epochs before is left
    record Outlook(CredentialEpoch current, boolean signed, boolean signedAhead, boolean past) {}

    /// Holds nothing.
    ///
    /// @return empty before the first epoch
    Optional<Outlook> outlook() {
        return jdbc.sql("""
            select e.epoch, e.start_millis,
                exists (select 1 from credential_renewal r where r.epoch = e.epoch and r.complete) as signed,
                exists (select 1 from credential_renewal r where r.epoch = e.epoch + 1 and r.complete) as signed_ahead,
                exists (select 1 from credential_renewal r where r.epoch < e.epoch)
                    or exists (select 1 from credential_signature s where s.epoch < e.epoch) as past
            from credential_epoch e where e.id = 1
            """)
                .query((row, _) -> new Outlook(
                        new CredentialEpoch(row.getLong("epoch"), row.getLong("start_millis")),
                        row.getBoolean("signed"),
                        row.getBoolean("signed_ahead"),
                        row.getBoolean("past")))
                .optional();
    }

    /// Holds a bank's customer until the transaction ends.
    Optional<Enrolled> hold(int participant, String reference) {
        return jdbc.sql("select e.id, e.enrollment_id, e.owner_key, " + ACTIVE + " from enrollment e"
                        + " where e.participant = ? and e.reference = ? for no key update")
                .params(participant, reference)
                .query((row, _) -> new Enrolled(
                        row.getObject(1, UUID.class),
                        Optional.ofNullable(row.getString(2)).orElse(""),
                        OwnerKey.fromHex(row.getString(3)),
                        row.getBoolean(4)))
                .optional();
    }

    Optional<Commitment> commitment(UUID enrollment) {
        return jdbc.sql("select " + COMMITMENT + " from credential_commitment c where c.enrollment = ?")
                .param(enrollment)
                .query((row, _) -> commitment(row))
                .optional();
    }

    void add(Commitment commitment, Instant now) {
        jdbc.sql("insert into credential_commitment"
                        + " (enrollment, eid, requested, serial_part, commitment, seal_version, seal, issued_at)"
                        + " values (?, ?, ?, ?, ?, ?, ?, ?)")
                .params(
                        commitment.enrollment(),
                        commitment.eid(),
                        commitment.requested(),
                        commitment.serialPart(),
                        commitment.commitment(),
                        commitment.seal().version(),
                        commitment.seal().value(),
                        Timestamp.from(now))
                .update();
    }

    /// A bank's customers that are active, with their signatures of an epoch, held until the transaction ends.
    List<Signed> ofBank(int participant, List<byte[]> eids, long epoch) {
        return eids.isEmpty()
                ? List.of()
                : jdbc.sql("select " + COMMITMENT + ", s.signature from credential_commitment c"
                                + " join enrollment e on e.id = c.enrollment"
                                + " left join credential_signature s on s.eid = c.eid and s.epoch = :epoch"
                                + " where c.eid in (:eids) and e.participant = :participant and " + ACTIVE
                                + " order by c.eid for share of e")
                        .param("epoch", epoch)
                        .param("eids", eids)
                        .param("participant", participant)
                        .query((row, _) -> new Signed(commitment(row), Optional.ofNullable(row.getBytes("signature"))))
                        .list();
    }

    /// The next commitments that are to be signed for an epoch: of active customers of active banks, held until the
    /// transaction ends.
    List<Commitment> unsigned(long epoch, byte[] after, int limit) {
        return jdbc.sql("select " + COMMITMENT + " from credential_commitment c"
                        + " join enrollment e on e.id = c.enrollment join participant p on p.id = e.participant"
                        + " where c.eid > ? and " + ACTIVE + " and p.standing = 'ACTIVE' and not exists"
                        + " (select 1 from credential_signature s where s.epoch = ? and s.eid = c.eid)"
                        + " order by c.eid limit ? for share of e")
                .params(after, epoch, limit)
                .query((row, _) -> commitment(row))
                .list();
    }

    /// Enrollments with a commitment that are suspended or revoked, or whose bank is; ascending by eid.
    List<Barred> barred() {
        return jdbc.sql("select " + COMMITMENT + ", e.standing = 'REVOKED' or p.standing = 'REVOKED' as revoked"
                        + " from (select id from enrollment where standing <> 'ACTIVE' union select e.id"
                        + " from enrollment e join participant p on p.id = e.participant where p.standing <> 'ACTIVE')"
                        + " barred join enrollment e on e.id = barred.id join participant p on p.id = e.participant"
                        + " join credential_commitment c on c.enrollment = e.id order by c.eid")
                .query((row, _) ->
                        new Barred(commitment(row), row.getBoolean("revoked") ? Standing.REVOKED : Standing.SUSPENDED))
                .list();
    }

    /// Commitments of any standing by eid, after one.
    List<Commitment> after(byte[] eid, int limit) {
        return jdbc.sql("select " + COMMITMENT + " from credential_commitment c where c.eid > ? order by c.eid limit ?")
                .params(eid, limit)
                .query((row, _) -> commitment(row))
                .list();
    }

    /// Number of the last record.
    long lastRecord() {
        return jdbc.sql("select last_sequence from record_counter where id = 1")
                .query(Long.class)
                .single();
    }

    /// Number of the last record of a person or a bank, 0 before the first.
    long lastChange() {
        return jdbc.sql("select sequence from registration_record where kind in ('PARTICIPANT', 'ENROLLMENT')"
                        + " order by sequence desc limit 1")
                .query(Long.class)
                .optional()
                .orElse(0L);
    }

    /// @param signatures eid, signature
    void sign(long epoch, List<byte[][]> signatures) {
        batches.batchUpdate(
                "insert into credential_signature (epoch, eid, signature) values (?, ?, ?) on conflict do nothing",
                signatures.stream()
                        .map(signature -> new Object[] {epoch, signature[0], signature[1]})
                        .toList());
    }

    public void withdraw(UUID enrollment) {
        jdbc.sql("delete from credential_signature where eid in"
                        + " (select eid from credential_commitment where enrollment = ?)")
                .param(enrollment)
                .update();
    }

    Optional<CredentialEpoch> epoch() {
        return epoch("");
    }

    /// The epoch, which stays what it is until the transaction ends.
    Optional<CredentialEpoch> holdEpoch() {
        return epoch(" for update");
    }

    private Optional<CredentialEpoch> epoch(String lock) {
        return jdbc.sql("select epoch, start_millis from credential_epoch where id = 1" + lock)
                .query((row, _) -> new CredentialEpoch(row.getLong(1), row.getLong(2)))
                .optional();
    }

    /// @return false when the epoch has begun already
    boolean begin(CredentialEpoch epoch) {
        boolean begun = jdbc.sql("insert into credential_epoch (id, epoch, start_millis) values (1, ?, ?)"
                                + " on conflict (id) do update set epoch = excluded.epoch,"
                                + " start_millis = excluded.start_millis"
                                + " where credential_epoch.epoch = excluded.epoch - 1")
                        .params(epoch.epoch(), epoch.startMillis())
                        .update()
                == 1;
        if (begun) {
            // wallets that came after the signing ahead was through
            jdbc.sql("insert into credential_renewal (epoch, signed_through, complete) values (?, ?, false)"
                            + " on conflict (epoch) do update set signed_through = excluded.signed_through,"
                            + " complete = false")
                    .params(epoch.epoch(), FIRST)
                    .update();
        }
        return begun;
    }

    /// Progress of signing for an epoch; empty when everybody is signed. Held until the transaction ends.
    Optional<byte[]> signedThrough(long epoch) {
        jdbc.sql("insert into credential_renewal (epoch, signed_through, complete) values (?, ?, false)"
                        + " on conflict do nothing")
                .params(epoch, FIRST)
                .update();
        return jdbc.sql("select signed_through from credential_renewal where epoch = ? and not complete for update")
                .param(epoch)
                .query((row, _) -> row.getBytes(1))
                .optional();
    }

    void signedThrough(long epoch, byte[] eid, boolean complete) {
        jdbc.sql("update credential_renewal set signed_through = ?, complete = ? where epoch = ?")
                .params(eid, complete, epoch)
                .update();
    }

    /// Forgets signatures of epochs that are over.
    ///
    /// @return how many
    int forgetBefore(long epoch, int limit) {
        jdbc.sql("delete from credential_renewal where epoch < ?").param(epoch).update();
        return jdbc.sql("delete from credential_signature where (epoch, eid) in"
                        + " (select epoch, eid from credential_signature where epoch < ? limit ?)")
                .params(epoch, limit)
                .update();
    }

    private static Commitment commitment(ResultSet row) throws SQLException {
        return new Commitment(
                row.getObject("enrollment", UUID.class),
                row.getBytes("eid"),
                row.getBytes("requested"),
                row.getBytes("serial_part"),
                row.getBytes("commitment"),
                new Seal(row.getInt("seal_version"), row.getBytes("seal")));
    }
}
