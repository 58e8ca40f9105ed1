package io.florin.endorser.directory.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.hash.Sha256;
import io.florin.endorser.TestPayments;
import io.florin.endorser.directory.adapter.DirectoryStore.Kept;
import io.florin.endorser.directory.adapter.DirectoryStore.Position;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.enrollment.RegistrationRecord;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.testkit.PostgresUnderTest;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

class DirectoryStoreIT {

    private static final String MIGRATION = "db/migration/endorser-service/V2__registration_records.sql";

    private static PostgresUnderTest postgres;
    private static DriverManagerDataSource source;
    private static JdbcTemplate jdbc;

    private final TestNetwork network = new TestNetwork(8);
    private final TestPayments payments = new TestPayments(network.genesis(), 8);
    private long sequence;

    @BeforeAll
    static void start() {
        postgres = PostgresUnderTest.start("endorser");
        source = new DriverManagerDataSource(postgres.jdbcUrl(), postgres.username(), postgres.password());
        jdbc = new JdbcTemplate(source);
        new ResourceDatabasePopulator(new ClassPathResource(MIGRATION)).execute(source);
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    @BeforeEach
    void empty() {
        jdbc.update("DELETE FROM registration_seal");
        jdbc.update("DELETE FROM registration_record");
    }

    private DirectoryStore store(TestNetwork of) {
        return store(of, new DataSourceTransactionManager(source));
    }

    private static DirectoryStore store(TestNetwork of, DataSourceTransactionManager manager) {
        return new DirectoryStore(
                jdbc,
                new TransactionTemplate(manager),
                of.networkId(),
                of.registration().publicKey(),
                of.committer());
    }

    /// Loses the answer to the commits it is told to, done or not.
    private static final class LosingAnswers extends DataSourceTransactionManager {

        private enum Answer {
            GIVEN,
            LOST_AFTER_COMMIT,
            LOST_BEFORE_COMMIT
        }

        private Answer answer = Answer.GIVEN;

        LosingAnswers() {
            super(source);
        }

        @Override
        protected void doCommit(DefaultTransactionStatus status) {
            if (answer == Answer.LOST_BEFORE_COMMIT) {
                super.doRollback(status);
            } else {
                super.doCommit(status);
            }
            if (answer != Answer.GIVEN) {
                throw new TransactionSystemException("the connection was lost");
            }
        }
    }

    private RegistrationRecord record(RegistrationEvent event) {
        return network.record(++sequence, 1_000 + sequence, event);
    }

    private Position position() {
        return new Position(sequence, 1_000 + sequence, 2 * sequence);
    }

    private List<RegistrationRecord> enrolled() {
        List<RegistrationRecord> records = new ArrayList<>();
        payments.enrollments().forEach(event -> records.add(record(event)));
        return records;
    }

    @Test
    void nothingIsKeptAtFirst() {
        assertThat(store(network).load()).isEmpty();
    }

    @Test
    void keepsTheLastEpochOfCredentials() {
        DirectoryStore store = store(network);
        RegistrationRecord first = record(new CredentialEpoch(1, 1));
        store.save(position(), List.of(first));
        RegistrationRecord second = record(new CredentialEpoch(2, 2));
        store.save(position(), List.of(second));

        assertThat(store(network).load().orElseThrow().known().records()).containsExactly(second);
    }

    @Test
    void keepsTheLastRecordOfEachAndWhereToGoOn() {
        DirectoryStore store = store(network);
        List<RegistrationRecord> first = enrolled();
        store.save(position(), first);
        RegistrationRecord suspended = record(payments.enrollment(payments.payer(), Standing.SUSPENDED));
        RegistrationRecord revoked = record(payments.enrollment(payments.payer(), Standing.REVOKED));
        store.save(position(), List.of(suspended, revoked));
        sequence++;
        store.save(position(), List.of());

        Kept kept = store(network).load().orElseThrow();

        assertThat(kept.known().records()).containsExactlyInAnyOrder(first.get(0), first.get(2), revoked);
        assertThat(new Position(kept.known().sequence(), kept.known().timeMillis(), kept.nextOffset()))
                .isEqualTo(position());
        RegistrationRecord active = record(payments.enrollment(payments.payer(), Standing.ACTIVE));
        DirectoryStore next = store(network);
        assertThat(next.load()).isPresent();
        next.save(position(), List.of(active));
        assertThat(store(network).load().orElseThrow().known().records()).contains(active);
    }

    @Test
    void throwsAwayWhatIsNotAsItWasKept() {
        List<String> acts = List.of(
                "DELETE FROM registration_record WHERE subject IN (SELECT subject FROM registration_record LIMIT 1)",
                "UPDATE registration_record SET record = record || '\\x00'::bytea",
                "UPDATE registration_seal SET sequence = sequence + 1",
                "UPDATE registration_seal SET next_offset = 0",
                "DELETE FROM registration_seal");
        for (String act : acts) {
            sequence = 0;
            store(network).save(position(), List.of());
            DirectoryStore store = store(network);
            assertThat(store.load()).isPresent();
            List<RegistrationRecord> records = enrolled();
            store.save(position(), records);
            jdbc.update(act);

            assertThat(store(network).load()).as(act).isEmpty();

            assertThat(jdbc.queryForObject("SELECT count(*) FROM registration_record", Long.class))
                    .isZero();
        }
    }

    @Test
    void anotherNodesSealIsWorthNothing() {
        List<RegistrationRecord> records = enrolled();
        store(network).save(position(), records);
        assertThat(store(new TestNetwork(9)).load()).isEmpty();
    }

    @Test
    void aRowThatWasAddedIsRefused() {
        List<RegistrationRecord> records = enrolled();
        store(network).save(position(), records);
        put(new byte[] {3}, new byte[] {1, 2, 3});

        assertThat(store(network).load()).isEmpty();
        assertThat(rows()).isZero();
    }

    @Test
    void recordsThatWereSwappedAreRefused() {
        List<RegistrationRecord> records = enrolled();
        store(network).save(position(), records);
        assertThat(jdbc.update(
                        "UPDATE registration_record mine SET record = other.record FROM registration_record other"
                                + " WHERE mine.subject <> other.subject AND get_byte(mine.subject, 0) = 2"
                                + " AND get_byte(other.subject, 0) = 2"))
                .as("the rows' sum stays as it was sealed")
                .isEqualTo(2);

        assertThat(store(network).load()).isEmpty();
        assertThat(rows()).isZero();
    }

    @Test
    void aSealedRecordThatIsNotRegistrationsIsRefused() {
        RegistrationEvent event = payments.bank(Standing.ACTIVE);
        byte[] message = RegistrationRecord.signedMessage(network.networkId(), 1, 1_001, event);
        var forged = new RegistrationRecord(1, 1_001, event, network.officer(0).sign(message));
        sequence = 1;
        store(network).save(position(), List.of(forged));

        assertThat(store(network).load()).isEmpty();
    }

    @Test
    void theSealOfAnEarlierVersionIsThrownAwayAndKeepingBeginsAgain() {
        List<RegistrationRecord> records = enrolled();
        sealAsVersion1(records);
        DirectoryStore store = store(network);

        assertThat(store.load()).isEmpty();

        assertThat(rows()).isZero();
        store.save(position(), records);
        assertThat(store(network).load()).isPresent();
    }

    @Test
    void goesOnAfterACommitWhoseOutcomeIsNotKnown() {
        for (LosingAnswers.Answer lost :
                List.of(LosingAnswers.Answer.LOST_AFTER_COMMIT, LosingAnswers.Answer.LOST_BEFORE_COMMIT)) {
            empty();
            sequence = 0;
            var manager = new LosingAnswers();
            DirectoryStore store = store(network, manager);
            List<RegistrationRecord> first = enrolled();
            store.save(position(), first);
            List<RegistrationRecord> changed = new ArrayList<>();
            changed.add(record(payments.enrollment(payments.payer(), Standing.SUSPENDED)));
            manager.answer = lost;
            Position unknown = position();
            assertThatThrownBy(() -> store.save(unknown, changed)).isInstanceOf(TransactionException.class);
            changed.add(record(payments.enrollment(payments.payee(), Standing.REVOKED)));
            Position again = position();
            assertThatThrownBy(() -> store.save(again, changed)).isInstanceOf(TransactionException.class);
            manager.answer = LosingAnswers.Answer.GIVEN;
            changed.add(record(payments.bank(Standing.SUSPENDED)));
            store.save(position(), changed);

            Kept kept = store(network).load().orElseThrow();

            assertThat(kept.known().records()).as(lost.name()).containsExactlyInAnyOrderElementsOf(changed);
            assertThat(kept.known().sequence()).isEqualTo(sequence);
        }
    }

    @Test
    void sealsNothingOnTopOfWhatItDidNotLeave() {
        List<String> acts = List.of(
                "DELETE FROM registration_seal",
                "UPDATE registration_seal SET sequence = 0",
                "UPDATE registration_seal SET digest = (SELECT record FROM registration_record LIMIT 1)");
        for (String act : acts) {
            empty();
            sequence = 0;
            DirectoryStore store = store(network);
            List<RegistrationRecord> first = enrolled();
            store.save(position(), first);
            RegistrationRecord revoked = record(payments.enrollment(payments.payer(), Standing.REVOKED));
            jdbc.update(act);

            assertThatThrownBy(() -> store.save(position(), List.of(revoked)))
                    .as(act)
                    .isInstanceOf(DataIntegrityViolationException.class);

            assertThat(store(network).load()).as(act).isEmpty();
        }
    }

    @Test
    void aRecordThatIsNotSealedYetIsNotTakenOutOfTheSum() {
        DirectoryStore store = store(network);
        List<RegistrationRecord> first = enrolled();
        store.save(position(), first);
        RegistrationRecord revoked = record(payments.enrollment(payments.payer(), Standing.REVOKED));
        jdbc.update(
                "UPDATE registration_record SET record = ? WHERE subject = ?",
                revoked.encode(),
                subject(payments.payer()));

        assertThatThrownBy(() -> store.save(position(), List.of(revoked)))
                .isInstanceOf(DataIntegrityViolationException.class);
    }

    private void sealAsVersion1(List<RegistrationRecord> records) {
        BigInteger sum = BigInteger.ZERO;
        for (RegistrationRecord record : records) {
            sum = sum.add(new BigInteger(1, Sha256.digest(record.encode())));
            put(subject(record), record.encode());
        }
        byte[] wide = sum.setBit(300).toByteArray();
        byte[] digest = Arrays.copyOfRange(wide, wide.length - 32, wide.length);
        byte[] message = new CanonicalWriter(160)
                .u8(0)
                .text("florin/v1/endorser-directory")
                .fixed(network.networkId().value())
                .u63(position().sequence())
                .u63(position().timeMillis())
                .u63(position().nextOffset())
                .fixed(digest)
                .toByteArray();
        jdbc.update(
                "INSERT INTO registration_seal (sequence, time_millis, next_offset, digest, signature)"
                        + " VALUES (?, ?, ?, ?, ?)",
                position().sequence(),
                position().timeMillis(),
                position().nextOffset(),
                digest,
                network.committer().sign(message).toArray());
    }

    private static byte[] subject(RegistrationRecord record) {
        return switch (record.event()) {
            case EnrollmentChanged enrollment -> subject(enrollment.owner());
            default -> new byte[] {1, 0, 1};
        };
    }

    private static byte[] subject(OwnerKey owner) {
        return new CanonicalWriter(40).u8(2).fixed(owner.value()).toByteArray();
    }

    private static void put(byte[] subject, byte[] record) {
        jdbc.update("INSERT INTO registration_record (subject, record) VALUES (?, ?)", subject, record);
    }

    private static long rows() {
        Long rows = jdbc.queryForObject("SELECT count(*) FROM registration_record", Long.class);
        return rows == null ? -1 : rows;
    }
}
