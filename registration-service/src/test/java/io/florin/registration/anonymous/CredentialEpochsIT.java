package io.florin.registration.anonymous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.ledger.enrollment.EnrollmentDirectory;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.registration.fixture.Holder;
import io.florin.registration.fixture.SharedRegistration;
import io.florin.registration.records.RecordSigner;
import io.florin.registration.records.RecordStore;
import io.florin.runtime.api.CredentialInternalApi;
import io.florin.runtime.api.CredentialInternalApi.EidList;
import io.florin.runtime.api.CredentialInternalApi.EpochCredential;
import io.florin.runtime.api.CredentialInternalApi.EpochCredentials;
import io.florin.runtime.api.CredentialInternalApi.IssuedCredential;
import io.florin.runtime.internal.NodeRole;
import io.florin.testkit.CountedStatements;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Renewal of credentials from epoch to epoch, through suspensions, crashes and altered rows.
class CredentialEpochsIT extends CredentialScenes {
    CredentialEpochsIT(SharedRegistration shared) {
        super(shared);
    }

    @Test
    void renewsEverybodyWithoutThem() {
        Map<Holder, IssuedCredential> people = issue(2 * BATCH + 1);
        long before = bank.credentialEpoch().epoch();
        Instant next = Instant.ofEpochMilli(bank.credentialEpoch().nextMillis());

        run(renewal(next.minusSeconds(1), transactions));
        assertThat(bank.credentialEpoch().epoch()).as("not yet").isEqualTo(before);
        assertThat(signatures(before + 1)).as("signed ahead").isGreaterThanOrEqualTo(people.size());
        assertThat(newest(people).epoch()).as("told to nobody before").isEqualTo(before);

        CredentialRenewal renewal = renewal(next, transactions);
        assertThat(renewal.step()).isEqualTo(1);

        EpochCredentials renewed = newest(people);
        assertThat(renewed.epoch()).isEqualTo(before + 1);
        assertThat(renewed.startMillis()).isEqualTo(next.toEpochMilli());
        assertHolds(people, renewed);
        run(renewal);
        assertThat(signatures(before)).as("the epoch before is forgotten").isZero();
        EnrollmentDirectory directory = directory();
        assertThat(directory.credentialEpoch()).contains(new CredentialEpoch(before + 1, next.toEpochMilli()));
    }

    @Test
    void revokedAndSuspendedPeopleHaveNoCredentialOfTheNextEpoch() {
        Map<Holder, IssuedCredential> people = issue(4);
        List<Holder> holders = List.copyOf(people.keySet());
        long before = bank.credentialEpoch().epoch();
        Instant next = Instant.ofEpochMilli(bank.credentialEpoch().nextMillis());
        act(holders.get(0), "/suspension", 1);
        run(renewal(next.minusSeconds(1), transactions));
        act(holders.get(1), "/suspension", 1);
        act(holders.get(2), "/revocation", 1);
        act(holders.get(2), "/revocation/approval", 2);
        assertThat(newest(people).credentials())
                .as("at once nothing more of the current epoch")
                .hasSize(1);

        run(renewal(next, transactions));

        EpochCredentials renewed = newest(people);
        assertThat(renewed.epoch()).isEqualTo(before + 1);
        assertThat(renewed.credentials()).extracting(EpochCredential::eid).containsExactly(eid(people, holders.get(3)));
        for (Holder gone : holders.subList(0, 3)) {
            assertThat(count("select count(*) from credential_signature where eid = '\\x" + eid(people, gone) + "'"))
                    .isZero();
            assertProblem(() -> bank.issueCredential(gone.reference(), gone.request(random)), "not-possible-now");
        }
        act(holders.get(0), "/reinstatement", 2);
        EpochCredentials reinstated = newest(people);
        assertThat(reinstated.credentials())
                .extracting(EpochCredential::eid)
                .containsExactlyInAnyOrder(eid(people, holders.get(0)), eid(people, holders.get(3)));
        assertHolds(people, reinstated);
    }

    @Test
    void aSuspendedBanksCustomersAreNotRenewed() {
        Map<Holder, IssuedCredential> people = issue(2);
        Instant next = Instant.ofEpochMilli(bank.credentialEpoch().nextMillis());
        long epoch = bank.credentialEpoch().epoch() + 1;
        post("/v1/participants/1/suspension", 1);
        try {
            run(renewal(next, transactions));

            assertProblem(() -> newest(people), "participant-not-active");
            assertThat(signatures(epoch)).isZero();
        } finally {
            post("/v1/participants/1/reinstatement", 2);
        }
        assertHolds(people, newest(people));
    }

    /// Stops at the end of each transaction in turn, before it commits, and goes on as a new process.
    @Test
    void resumesWhereACrashLeftIt() {
        Map<Holder, IssuedCredential> people = issue(3 * BATCH);
        long before = bank.credentialEpoch().epoch();
        Instant next = Instant.ofEpochMilli(bank.credentialEpoch().nextMillis());
        long records = lastRecord();

        int crashes = 0;
        boolean done = false;
        while (!done) {
            crashes++;
            try {
                renewal(next, new CrashingTransactions(transactions, 1)).step();
            } catch (Crash expected) {
                assertThat(lastRecord() - records).isEqualTo(crashes == 1 ? 0 : 1);
            }
            done = renewal(next, transactions).step() == 0;
        }

        assertThat(crashes).as("begun, four batches at least").isGreaterThan(4);
        assertThat(lastRecord()).as("one record of the epoch").isEqualTo(records + 1);
        assertThat(signatures(before + 1))
                .isEqualTo(count("select count(*) from credential_commitment c"
                        + " join enrollment e on e.id = c.enrollment where e.standing = 'ACTIVE'"));
        assertHolds(people, newest(people));
    }

    /// Neither by renewal nor when the bank asks; the others are served, and the row is named, once.
    @Test
    void leavesOutWhatSomebodyAlteredAndServesTheOthers() throws Exception {
        Map<Holder, IssuedCredential> people = issue(2 * BATCH);
        List<Holder> holders = List.copyOf(people.keySet());
        long before = bank.credentialEpoch().epoch();
        Instant next = Instant.ofEpochMilli(bank.credentialEpoch().nextMillis());
        List<String> bad = List.of(eid(people, holders.get(0)), eid(people, holders.get(4)));
        try (Connection database = service.postgres().connect();
                Statement statement = database.createStatement()) {
            String rows = " where eid in ('\\x" + bad.get(0) + "', '\\x" + bad.get(1) + "')";
            statement.execute("create table kept as select * from credential_commitment" + rows);
            statement.execute("alter table credential_commitment disable trigger all");
            statement.execute("update credential_commitment set commitment = requested" + rows);

            run(renewal(next, transactions));

            assertThat(bank.credentialEpoch().epoch()).isEqualTo(before + 1);
            assertThat(signatures(before + 1)).as("by renewal").isGreaterThanOrEqualTo(people.size() - 2);
            EpochCredentials renewed = newest(people);
            assertThat(renewed.credentials())
                    .as("and on request")
                    .hasSize(people.size() - 2)
                    .extracting(EpochCredential::eid)
                    .doesNotContainAnyElementsOf(bad);
            assertHolds(people, renewed);
            assertThat(count("select count(*) from credential_signature" + rows + " and epoch > " + before))
                    .isZero();
            assertThat(signer.altered()).hasSize(2);
            newest(people);
            assertNamed(rows);

            statement.execute("update credential_commitment c set commitment = kept.commitment from kept"
                    + " where c.eid = kept.eid");
            statement.execute("alter table credential_commitment enable trigger all");
            statement.execute("drop table kept");
        }
        EpochCredentials whole = newest(people);
        assertThat(whole.credentials()).hasSize(people.size());
        assertHolds(people, whole);
        run(renewal(next.plus(Duration.ofHours(1)), transactions));
        assertThat(signer.altered()).as("whole again").isEmpty();
        assertThat(service.get("/actuator/health/ready", "").body()).doesNotContain("commitments altered");
    }

    @Test
    void answersForItsOwnCustomersAndInBatches() {
        Map<Holder, IssuedCredential> people = issue(2);
        List<String> eids = people.values().stream().map(IssuedCredential::eid).toList();

        List<String> more =
                Stream.concat(eids.stream(), Stream.of("00".repeat(32))).toList();
        assertThat(bank.credentials(new EidList(more)).credentials())
                .extracting(EpochCredential::eid)
                .containsExactlyInAnyOrderElementsOf(eids);
        assertThat(bank.credentials(new EidList(List.of())).credentials()).isEmpty();
        assertProblem(
                () -> service.credentialsAs(NodeRole.BANK, 3).credentials(new EidList(eids)), "participant-not-active");
        assertProblem(() -> bank.credentials(new EidList(List.of("00"))), "bad-field");
        assertProblem(() -> bank.credentials(new EidList(List.of(eids.getFirst(), eids.getFirst()))), "bad-field");
        List<String> tooMany = new ArrayList<>();
        for (int i = 0; i <= CredentialInternalApi.EIDS_MAX; i++) {
            tooMany.add("%064x".formatted(i));
        }
        assertProblem(() -> bank.credentials(new EidList(tooMany)), "bad-field");
        Holder holder = people.keySet().iterator().next();
        IssuedCredential other = List.copyOf(people.values()).get(1);
        assertThatIllegalArgumentException().isThrownBy(() -> holder.credential(other));
    }

    /// One look says what there is to do, whoever holds credentials; a batch is as many statements as its first one.
    @Test
    void aPassWithNothingToDoIsOneStatement() {
        issue(2 * BATCH);
        CountedStatements counted = new CountedStatements(service.context().getBean(DataSource.class));
        run(renewal(counted, Instant.now()));
        assertThat(counted.of(
                        () -> assertThat(renewal(counted, Instant.now()).step()).isZero()))
                .isEqualTo(1);

        Instant next = Instant.ofEpochMilli(bank.credentialEpoch().nextMillis());
        Instant ahead = next.minusSeconds(1);
        long batch = counted.of(() -> assertThat(renewal(counted, ahead).step()).isBetween(1, BATCH));
        assertThat(batch).as("looked, held, read, signed and written down").isEqualTo(1 + 5);
        run(renewal(counted, ahead));
        assertThat(counted.of(() -> assertThat(renewal(counted, ahead).step()).isZero()))
                .as("all are signed ahead")
                .isEqualTo(1);

        run(renewal(counted, next));
        assertThat(counted.of(() -> assertThat(renewal(counted, next).step()).isZero()))
                .as("what was is forgotten")
                .isEqualTo(1);
    }

    private CredentialRenewal renewal(CountedStatements counted, Instant now) {
        TransactionTemplate transactions = new TransactionTemplate(new JdbcTransactionManager(counted));
        return new CredentialRenewal(
                new CredentialStore(new JdbcTemplate(counted)),
                signer,
                new RecordStore(JdbcClient.create(counted), new RecordSigner(node.networkId(), node.key()), () -> now),
                transactions,
                () -> now,
                schedule());
    }
}
