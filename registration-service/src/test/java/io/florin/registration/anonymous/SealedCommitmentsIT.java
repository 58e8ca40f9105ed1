package io.florin.registration.anonymous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.bbs.CredentialRequest;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.decisions.DecisionLog;
import io.florin.identity.NodeIdentity;
import io.florin.registration.anonymous.CredentialStore.Commitment;
import io.florin.registration.fixture.Holder;
import io.florin.registration.fixture.RegistrationUnderTest;
import io.florin.registration.fixture.SharedRegistration;
import io.florin.registration.records.RecordStore;
import io.florin.runtime.api.CredentialInternalApi;
import io.florin.runtime.api.CredentialInternalApi.EidList;
import io.florin.runtime.api.CredentialInternalApi.EpochCredential;
import io.florin.runtime.api.CredentialInternalApi.EpochCredentials;
import io.florin.runtime.api.CredentialInternalApi.IssuedCredential;
import io.florin.runtime.api.CredentialSession;
import io.florin.runtime.api.EnrollmentIdsInternalApi;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.testkit.PostgresUnderTest;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.HttpServerErrorException;

/// Rows of commitments that somebody altered in a real PostgreSQL, column by column, and rows of before the migration.
@ExtendWith(SharedRegistration.Shared.class)
class SealedCommitmentsIT {
    /// One for each column, and what could pass for another row.
    private static final List<String> CHANGES = List.of(
            "requested = (select requested from kept where eid <> c.eid limit 1)",
            "serial_part = decode(repeat('01', 32), 'hex')",
            "commitment = requested",
            "seal = decode(repeat('02', 32), 'hex')",
            "seal_version = 1",
            "eid = decode(repeat('00', 31) || '2a', 'hex')",
            "eid = decode(repeat('ff', 32), 'hex')");

    private static final String MIGRATIONS = "classpath:db/migration/registration-service";

    private final Random random = new Random(20261122);
    private final RegistrationUnderTest service;
    private final CredentialInternalApi bank;
    private final EnrollmentIdsInternalApi auditor;
    private final NodeIdentity node;
    private final BlindIssuer issuer;
    private final CredentialStore store;
    private final TransactionTemplate transactions;
    private final EpochSigner signer;
    private final Map<Holder, IssuedCredential> people = new LinkedHashMap<>();

    SealedCommitmentsIT(SharedRegistration shared) {
        service = shared.service();
        bank = service.credentialsAs(NodeRole.BANK, 1);
        auditor = service.idsAs(NodeRole.AUDITOR, 1);
        node = service.context().getBean(NodeIdentity.class);
        issuer = new BlindIssuer(node.networkId(), node.credentialKey().orElseThrow(), node.key());
        store = service.context().getBean(CredentialStore.class);
        transactions = new TransactionTemplate(service.context().getBean(PlatformTransactionManager.class));
        signer = new EpochSigner(issuer, service.context().getBean(DecisionLog.class), transactions);
    }

    @BeforeEach
    void standStill() {
        loop().stop();
        if (transactions.execute(_ -> store.epoch()).isEmpty()) {
            run(renewal(Instant.now()));
        }
    }

    @AfterEach
    void goOn() {
        loop().start();
    }

    /// One row for each column, and one that is good: in renewal, on request, when the credential is asked for again,
    /// and in what auditors are told.
    @Test
    void anAlteredColumnStopsItsRowAndNoOther() throws Exception {
        issue(CHANGES.size() + 2);
        List<Holder> holders = List.copyOf(people.keySet());
        List<Holder> good = holders.subList(CHANGES.size(), holders.size());
        long before = bank.credentialEpoch().epoch();
        Instant next = Instant.ofEpochMilli(bank.credentialEpoch().nextMillis());
        try (Connection database = service.postgres().connect();
                Statement statement = database.createStatement()) {
            statement.execute(
                    "create table kept as select * from credential_commitment where eid in (" + eids(holders) + ")");
            statement.execute("alter table credential_commitment disable trigger all");
            try {
                for (int i = 0; i < CHANGES.size(); i++) {
                    assertThat(statement.executeUpdate("update credential_commitment c set " + CHANGES.get(i)
                                    + " where eid in (" + eids(List.of(holders.get(i))) + ")"))
                            .isEqualTo(1);
                }
                assertThat(newest().credentials())
                        .as("signed before, and no more handed out")
                        .extracting(EpochCredential::eid)
                        .containsExactlyInAnyOrderElementsOf(
                                good.stream().map(this::eid).toList());

                run(renewal(next));

                EpochCredentials renewed = newest();
                assertThat(renewed.epoch()).isEqualTo(before + 1);
                assertThat(renewed.credentials())
                        .extracting(EpochCredential::eid)
                        .containsExactlyInAnyOrderElementsOf(
                                good.stream().map(this::eid).toList());
                assertThat(signer.altered()).hasSize(CHANGES.size());
                for (Holder holder : holders.subList(0, CHANGES.size())) {
                    assertGivesNothing(holder);
                }
                for (Holder holder : good) {
                    assertThat(bank.issueCredential(holder.reference(), holder.request(random))
                                    .eid())
                            .isEqualTo(eid(holder));
                }
                assertThat(told())
                        .containsAll(good.stream().map(this::eid).toList())
                        .doesNotContainAnyElementsOf(holders.subList(0, CHANGES.size()).stream()
                                .map(this::eid)
                                .toList())
                        .doesNotContain("00".repeat(31) + "2a", "ff".repeat(32))
                        .isSorted();
                assertThat(count("select count(distinct subject) from decision"
                                + " where action = 'credential-commitment-altered' and subject in"
                                + " (select 'enrollment/' || enrollment from kept)"))
                        .isEqualTo(CHANGES.size());
            } finally {
                statement.execute("update credential_commitment c set eid = k.eid, requested = k.requested,"
                        + " serial_part = k.serial_part, commitment = k.commitment, seal = k.seal,"
                        + " seal_version = k.seal_version from kept k where c.enrollment = k.enrollment");
                statement.execute("alter table credential_commitment enable trigger all");
                statement.execute("drop table kept");
            }
        }
        assertThat(newest().credentials()).hasSize(holders.size());
        assertThat(told()).containsAll(holders.stream().map(this::eid).toList());
        assertThat(service.get("/actuator/health/ready", "").body()).doesNotContain("commitments altered");
    }

    /// A row that a database writer puts in makes its eid no issued one.
    @Test
    void tellsAuditorsOfNoEidThatItDidNotIssue() throws Exception {
        issue(1);
        Holder victim = holder();
        byte[] made = Scalar.random(random).toBytes();
        try (Connection database = service.postgres().connect();
                Statement statement = database.createStatement()) {
            statement.execute("insert into credential_commitment"
                    + " (eid, enrollment, requested, serial_part, commitment, seal_version, seal, issued_at)"
                    + " select '\\x" + hex(made) + "', e.id, c.requested, c.serial_part,"
                    + " '\\x" + hex(commitment()) + "', 2, c.seal, now() from credential_commitment c, enrollment e"
                    + " where e.reference = '" + victim.reference() + "' and c.eid = '\\x"
                    + eid(people.keySet().iterator().next()) + "'");
            try {
                assertThat(told())
                        .contains(eid(people.keySet().iterator().next()))
                        .doesNotContain(hex(made));
                assertGivesNothing(victim);
            } finally {
                statement.execute("alter table credential_commitment disable trigger all");
                statement.execute("delete from credential_commitment where eid = '\\x" + hex(made) + "'");
                statement.execute("alter table credential_commitment enable trigger all");
            }
        }
        assertThat(bank.issueCredential(victim.reference(), victim.request(random))
                        .eid())
                .hasSize(64)
                .isNotEqualTo(hex(made));
    }

    /// A database as services left it before, migrated: its rows are whole, and `requested` is checked all the same.
    @Test
    void readsRowsOfBeforeTheMigration() throws Exception {
        try (PostgresUnderTest old = PostgresUnderTest.start("registration_before")) {
            Flyway flyway = flyway(old, "5");
            flyway.migrate();
            List<Commitment> rows = new ArrayList<>();
            try (Connection database = old.connect();
                    Statement statement = database.createStatement()) {
                statement.execute("set session_replication_role = replica");
                for (int i = 0; i < 3; i++) {
                    Commitment row = OldSeal.of(enrolled(), node.networkId(), node.key());
                    rows.add(row);
                    statement.execute("insert into credential_commitment"
                            + " (eid, enrollment, requested, serial_part, commitment, seal, issued_at) values ('\\x"
                            + hex(row.eid()) + "', '" + row.enrollment() + "', '\\x" + hex(row.requested()) + "', '\\x"
                            + hex(row.serialPart()) + "', '\\x" + hex(row.commitment()) + "', '\\x"
                            + hex(row.seal().value()) + "', now())");
                }
            }

            flyway(old, "latest").migrate();

            var source = new DriverManagerDataSource(old.jdbcUrl(), old.username(), old.password());
            CredentialStore migrated = new CredentialStore(new JdbcTemplate(source));
            List<Commitment> read = migrated.after(new byte[0], 10);
            assertThat(read)
                    .hasSize(3)
                    .allMatch(issuer::isWhole)
                    .allMatch(row -> row.seal().version() == 1);
            EpochSigner quiet = new EpochSigner(issuer, service.context().getBean(DecisionLog.class), transactions);
            assertThat(quiet.sign(read, 1).signatures()).hasSize(3);
            try (Connection database = old.connect();
                    Statement statement = database.createStatement()) {
                assertThatThrownBy(() -> statement.execute("update credential_commitment set eid = eid"))
                        .hasMessageContaining("append-only");
                statement.execute("alter table credential_commitment disable trigger all");
                statement.execute("update credential_commitment set requested = '\\x"
                        + hex(rows.get(1).requested()) + "' where enrollment = '"
                        + rows.get(0).enrollment() + "'");
            }
            EpochSigner.Batch signed = quiet.sign(migrated.after(new byte[0], 10), 1);
            assertThat(signed.altered()).containsExactly(rows.get(0).enrollment());
            assertThat(signed.whole())
                    .containsExactlyInAnyOrder(
                            rows.get(1).enrollment(), rows.get(2).enrollment());
        }
    }

    /// Not even to who shows the altered request's secrets.
    private void assertGivesNothing(Holder holder) {
        assertThatThrownBy(() -> bank.issueCredential(holder.reference(), holder.request(random)))
                .isInstanceOfSatisfying(
                        HttpServerErrorException.class,
                        failed -> assertThat(failed.getResponseBodyAsString())
                                .contains("urn:florin:problem:commitment-altered")
                                .doesNotContain("serialPart", "signature"));
    }

    private static Flyway flyway(PostgresUnderTest database, String target) {
        return Flyway.configure()
                .dataSource(database.jdbcUrl(), database.username(), database.password())
                .locations(MIGRATIONS)
                .target(target)
                .load();
    }

    private Commitment enrolled() {
        UUID enrollment = new UUID(random.nextLong(), random.nextLong());
        CredentialSession session = issuer.session(enrollment.toString().replace("-", ""));
        CredentialRequest request = CredentialRequest.of(
                session.scheme(), Scalar.random(random), Scalar.random(random), session.transcript(), random);
        return issuer.enroll(enrollment, request, random);
    }

    private byte[] commitment() {
        return enrolled().commitment();
    }

    private List<String> told() {
        List<String> all = new ArrayList<>(auditor.enrollmentIds(""));
        assertThat(all).hasSizeLessThan(EnrollmentIdsInternalApi.IDS_MAX);
        return all;
    }

    private void issue(int number) {
        for (int i = 0; i < number; i++) {
            Holder holder = holder();
            people.put(holder, bank.issueCredential(holder.reference(), holder.request(random)));
        }
    }

    private Holder holder() {
        Ed25519KeyPair owner = service.newKey();
        String reference = "sealed-" + UUID.randomUUID();
        EnrollmentView enrolled =
                service.as(NodeRole.BANK, 1).apply(service.application(1, reference, "Adelin Beckhollow", 1, owner));
        return new Holder(
                node.networkId(),
                node.credentialKey().orElseThrow().publicKey(),
                enrolled.reference(),
                enrolled.enrollmentId(),
                owner,
                Scalar.random(random),
                Scalar.random(random));
    }

    private String eid(Holder holder) {
        return Objects.requireNonNull(people.get(holder)).eid();
    }

    private String eids(List<Holder> holders) {
        return String.join(
                ", ", holders.stream().map(each -> "'\\x" + eid(each) + "'").toList());
    }

    private EpochCredentials newest() {
        return bank.credentials(
                new EidList(people.values().stream().map(IssuedCredential::eid).toList()));
    }

    private CredentialRenewal renewal(Instant now) {
        return new CredentialRenewal(
                store,
                signer,
                service.context().getBean(RecordStore.class),
                transactions,
                () -> now,
                new CredentialRenewal.Schedule(Duration.ofHours(1), Duration.ofMinutes(15), 4));
    }

    private static void run(CredentialRenewal renewal) {
        while (renewal.step() > 0) {
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
    }

    private BackgroundLoop loop() {
        return service.context().getBean("credentialRenewal", BackgroundLoop.class);
    }

    private long count(String sql) throws SQLException {
        try (Connection database = service.postgres().connect();
                Statement statement = database.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
