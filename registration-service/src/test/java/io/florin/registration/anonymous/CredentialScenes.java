package io.florin.registration.anonymous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.bbs.BbsPublicKey;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.decisions.DecisionLog;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.enrollment.EnrollmentDirectory;
import io.florin.ledger.enrollment.RegistrationRecord;
import io.florin.registration.fixture.Holder;
import io.florin.registration.fixture.RegistrationUnderTest;
import io.florin.registration.fixture.SharedRegistration;
import io.florin.registration.records.RecordStore;
import io.florin.runtime.api.CredentialInternalApi;
import io.florin.runtime.api.CredentialInternalApi.EidList;
import io.florin.runtime.api.CredentialInternalApi.EpochCredential;
import io.florin.runtime.api.CredentialInternalApi.EpochCredentials;
import io.florin.runtime.api.CredentialInternalApi.IssuedCredential;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import io.florin.runtime.http.StrictJson;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.loop.BackgroundLoop;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.HttpClientErrorException;
import tools.jackson.databind.JsonNode;

/// Blind issuance and epochs on real ports and a real PostgreSQL. The service's own renewal stands still; the tests
/// move the epochs on by one of their own, whose clock they set.
@ExtendWith(SharedRegistration.Shared.class)
abstract class CredentialScenes {

    static final int BATCH = 3;
    static final AtomicInteger NUMBER = new AtomicInteger();

    final Random random = new Random(20261120);
    final RegistrationUnderTest service;
    final CredentialInternalApi bank;
    final NodeIdentity node;
    final CredentialStore store;
    final TransactionTemplate transactions;
    final EpochSigner signer;

    CredentialScenes(SharedRegistration shared) {
        service = shared.service();
        bank = service.credentialsAs(NodeRole.BANK, 1);
        node = service.context().getBean(NodeIdentity.class);
        store = service.context().getBean(CredentialStore.class);
        transactions = new TransactionTemplate(service.context().getBean(PlatformTransactionManager.class));
        signer = new EpochSigner(
                new BlindIssuer(node.networkId(), node.credentialKey().orElseThrow(), node.key()),
                service.context().getBean(DecisionLog.class),
                transactions);
    }

    @BeforeEach
    void standStill() {
        loop().stop();
        if (inTransaction(store::epoch).isEmpty()) {
            renewal(Instant.now(), transactions).step();
        }
    }

    @AfterEach
    void goOn() {
        loop().start();
    }

    /// By the test's renewal and by the service, once by each.
    void assertNamed(String rows) throws Exception {
        assertThat(count("select count(*) from decision where action = 'credential-commitment-altered'"
                        + " and subject in (select 'enrollment/' || enrollment from credential_commitment" + rows
                        + ")"))
                .isEqualTo(4);
        assertThat(service.get("/actuator/health/ready", "").body()).contains("commitments altered");
        assertThat(service.get("/actuator/prometheus", "metrics-of-a-test").body())
                .containsPattern("florin_registration_credentials_altered\\{[^}]*} 2");
    }

    Map<Holder, IssuedCredential> issue(int people) {
        Map<Holder, IssuedCredential> issued = new LinkedHashMap<>();
        for (int i = 0; i < people; i++) {
            Holder holder = holder("many");
            issued.put(holder, bank.issueCredential(holder.reference(), holder.request(random)));
        }
        return issued;
    }

    Holder holder(String name) {
        Ed25519KeyPair owner = service.newKey();
        String reference = "anonymous-" + name + "-" + NUMBER.incrementAndGet();
        EnrollmentView enrolled =
                service.as(NodeRole.BANK, 1).apply(service.application(1, reference, "Adelin Beckhollow", 1, owner));
        return holder(enrolled, owner);
    }

    Holder holder(EnrollmentView enrolled, Ed25519KeyPair owner) {
        BbsPublicKey key = node.credentialKey().orElseThrow().publicKey();
        return new Holder(
                node.networkId(),
                key,
                enrolled.reference(),
                enrolled.enrollmentId(),
                owner,
                Scalar.random(random),
                Scalar.random(random));
    }

    EpochCredentials newest(Map<Holder, IssuedCredential> people) {
        return bank.credentials(
                new EidList(people.values().stream().map(IssuedCredential::eid).toList()));
    }

    static String eid(Map<Holder, IssuedCredential> people, Holder holder) {
        return java.util.Objects.requireNonNull(people.get(holder)).eid();
    }

    /// Every signature makes a credential of the answer's epoch with its holder's secrets.
    static void assertHolds(Map<Holder, IssuedCredential> people, EpochCredentials renewed) {
        Map<String, String> signatures = renewed.credentials().stream()
                .collect(Collectors.toMap(EpochCredential::eid, EpochCredential::signature));
        int checked = 0;
        for (Map.Entry<Holder, IssuedCredential> person : people.entrySet()) {
            String signature = signatures.get(person.getValue().eid());
            if (signature != null) {
                person.getKey().credential(person.getValue(), renewed.epoch(), signature);
                checked++;
            }
        }
        assertThat(checked).isEqualTo(signatures.size()).isPositive();
    }

    CredentialRenewal renewal(Instant now, TransactionOperations operations) {
        return new CredentialRenewal(
                store, signer, service.context().getBean(RecordStore.class), operations, () -> now, schedule());
    }

    static CredentialRenewal.Schedule schedule() {
        return new CredentialRenewal.Schedule(Duration.ofHours(1), Duration.ofMinutes(15), BATCH);
    }

    static void run(CredentialRenewal renewal) {
        while (renewal.step() > 0) {
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
    }

    BackgroundLoop loop() {
        return service.context().getBean("credentialRenewal", BackgroundLoop.class);
    }

    void act(Holder holder, String change, int officer) {
        String all = service.get("/v1/enrollments?select=all", officer(1)).body();
        JsonNode line = StrictJson.mapper()
                .readTree(all)
                .valueStream()
                .filter(node -> node.get("reference").asString().equals(holder.reference()))
                .findFirst()
                .orElseThrow();
        post("/v1/enrollments/" + line.get("id").asString() + change, officer);
    }

    void post(String path, int officer) {
        var answer = service.post(path, officer(officer), "{\"reason\":\"court order 7\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    String officer(int number) {
        return service.issuer().token("registrar" + number, "registration-officer");
    }

    EnrollmentDirectory directory() {
        EnrollmentDirectory directory = new EnrollmentDirectory(
                node.networkId(), service.genesis().configuration().registrationKey());
        RegistrationInternalApi endorser = service.as(NodeRole.ENDORSER, 2);
        List<String> page = endorser.records(0);
        while (!page.isEmpty()) {
            page.forEach(record -> directory.apply(
                    RegistrationRecord.decode(Base64.getDecoder().decode(record))));
            page = endorser.records(directory.lastSequence());
        }
        assertThat(directory.isBroken()).isFalse();
        return directory;
    }

    /// The number of records of epochs: heartbeats come in between.
    long lastRecord() {
        return count("select count(*) from registration_record where kind = 'CREDENTIAL_EPOCH'");
    }

    long signatures(long epoch) {
        return count("select count(*) from credential_signature where epoch = " + epoch);
    }

    long count(String sql) {
        try (Connection database = service.postgres().connect();
                Statement statement = database.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException broken) {
            throw new IllegalStateException(broken);
        }
    }

    /// Every row of every table as text; bytes are in hex there.
    String everythingInTheDatabase() throws SQLException {
        StringBuilder text = new StringBuilder();
        try (Connection database = service.postgres().connect();
                Statement statement = database.createStatement();
                Statement rows = database.createStatement();
                ResultSet tables = statement.executeQuery(
                        "select table_name from information_schema.tables where table_schema = 'public'")) {
            while (tables.next()) {
                try (ResultSet all = rows.executeQuery("select t::text from \"" + tables.getString(1) + "\" t")) {
                    while (all.next()) {
                        text.append(all.getString(1)).append('\n');
                    }
                }
            }
        }
        return text.toString();
    }

    <T> T inTransaction(java.util.function.Supplier<T> action) {
        return java.util.Objects.requireNonNull(transactions.execute(_ -> action.get()));
    }

    static void assertProblem(Callable<?> call, String code) {
        assertThatThrownBy(call::call)
                .isInstanceOfSatisfying(
                        HttpClientErrorException.class,
                        refused ->
                                assertThat(refused.getResponseBodyAsString()).contains("urn:florin:problem:" + code));
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }

    static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /// Loses the nth transaction that does something before it commits.
    static final class CrashingTransactions implements TransactionOperations {
        private final TransactionTemplate real;
        private int left;

        CrashingTransactions(TransactionTemplate real, int crashAt) {
            this.real = real;
            this.left = crashAt;
        }

        @Override
        public <T extends @org.jspecify.annotations.Nullable Object> T execute(TransactionCallback<T> action) {
            return real.execute((TransactionStatus status) -> {
                T result = action.doInTransaction(status);
                boolean works = Boolean.TRUE.equals(result)
                        || result instanceof Integer done && done > 0
                        || result instanceof CredentialRenewal.Signing signing && signing.done() > 0;
                if (works && --left == 0) {
                    throw new Crash();
                }
                return result;
            });
        }
    }
}
