package io.florin.registration.anonymous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.bbs.BbsPublicKey;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.decisions.DecisionLog;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.enrollment.EnrollmentDirectory;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.ledger.enrollment.RegistrationRecord;
import io.florin.registration.fixture.Holder;
import io.florin.registration.fixture.RegistrationUnderTest;
import io.florin.registration.fixture.SharedRegistration;
import io.florin.registration.records.RecordStore;
import io.florin.runtime.api.CredentialInternalApi;
import io.florin.runtime.api.CredentialInternalApi.BlindRequest;
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
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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
class AnonymousCredentialsIT {
    private static final int BATCH = 3;
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final Random random = new Random(20261120);
    private final RegistrationUnderTest service;
    private final CredentialInternalApi bank;
    private final NodeIdentity node;
    private final CredentialStore store;
    private final TransactionTemplate transactions;
    private final EpochSigner signer;

    AnonymousCredentialsIT(SharedRegistration shared) {
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

    @Test
    void issuesACredentialWithoutLearningItsSecrets() throws Exception {
        Holder holder = holder("blind");

        IssuedCredential issued = bank.issueCredential(holder.reference(), holder.request(random));

        assertThat(holder.credential(issued).epoch()).isEqualTo(issued.epoch());
        assertThat(bank.credentialEpoch().epoch()).isEqualTo(issued.epoch());
        assertThat(bank.credentialEpoch().key())
                .isEqualTo(HexFormat.of().formatHex(holder.key().encode()));
        String everything = everythingInTheDatabase();
        assertThat(everything).contains(issued.eid(), issued.serialPart(), issued.signature());
        Scalar whole = holder.serialKey(issued);
        for (Scalar secret : List.of(holder.secretKey(), holder.serialKey(), whole)) {
            assertThat(everything).doesNotContain(hex(secret.toBytes()), hex(reversed(secret.toBytes())));
        }
    }

    @Test
    void keepsOneCommitmentForAnEnrollmentForEver() throws Exception {
        Holder holder = holder("once");
        BlindRequest request = holder.request(random);
        IssuedCredential issued = bank.issueCredential(holder.reference(), request);

        assertThat(bank.issueCredential(holder.reference(), request)).isEqualTo(issued);
        assertThat(bank.issueCredential(holder.reference(), holder.request(random)))
                .as("another proof of the same commitment")
                .isEqualTo(issued);
        for (Holder other : List.of(
                holder.with(holder.secretKey(), Scalar.random(random)),
                holder.with(Scalar.random(random), holder.serialKey()))) {
            assertProblem(() -> bank.issueCredential(other.reference(), other.request(random)), "other-commitment");
        }
        try (Connection database = service.postgres().connect();
                Statement statement = database.createStatement()) {
            for (String change : List.of(
                    "update credential_commitment set eid = eid",
                    "delete from credential_commitment",
                    "truncate credential_commitment cascade")) {
                assertThatThrownBy(() -> statement.execute(change)).hasMessageContaining("append-only");
            }
        }
    }

    @Test
    void takesOneOfManyCommitmentsAtOnce() throws Exception {
        Holder holder = holder("race");
        List<Callable<String>> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            BlindRequest request =
                    holder.with(Scalar.random(random), Scalar.random(random)).request(random);
            calls.add(() -> {
                try {
                    return bank.issueCredential(holder.reference(), request).eid();
                } catch (HttpClientErrorException.Conflict refused) {
                    return "";
                }
            });
        }
        try (var threads = Executors.newFixedThreadPool(8)) {
            List<String> eids = new ArrayList<>();
            for (var answer : threads.invokeAll(calls)) {
                eids.add(answer.get());
            }
            assertThat(eids).filteredOn(eid -> !eid.isEmpty()).hasSize(1);
        }
    }

    @Test
    void refusesRequestsOfOthersAndReplays() {
        Holder holder = holder("wrong-1");
        Holder second = holder("wrong-2");
        BlindRequest good = holder.request(random);
        byte[] flipped = HexFormat.of().parseHex(good.request());
        flipped[100] ^= 1;

        assertProblem(() -> bank.issueCredential(second.reference(), good), "bad-proof-of-possession");
        assertProblem(
                () -> bank.issueCredential(
                        second.reference(), second.signed(HexFormat.of().parseHex(good.request()))),
                "bad-credential-request");
        assertProblem(() -> bank.issueCredential(holder.reference(), holder.signed(flipped)), "bad-credential-request");
        assertProblem(
                () -> bank.issueCredential(holder.reference(), holder.signed(new byte[144])), "bad-credential-request");
        assertProblem(
                () -> bank.issueCredential(holder.reference(), new BlindRequest(hex(flipped), good.ownerSignature())),
                "bad-proof-of-possession");
        for (BlindRequest malformed : List.of(
                new BlindRequest("", good.ownerSignature()),
                new BlindRequest("zz".repeat(144), good.ownerSignature()),
                new BlindRequest(good.request() + "00", good.ownerSignature()),
                new BlindRequest(good.request(), "00"))) {
            assertProblem(() -> bank.issueCredential(holder.reference(), malformed), "bad-field");
        }
        assertProblem(() -> bank.issueCredential("nobody", good), "no-such-application");
        assertProblem(
                () -> service.credentialsAs(NodeRole.BANK, 3).issueCredential(holder.reference(), good),
                "no-such-application");
        assertThatThrownBy(() -> service.credentialsAs(NodeRole.ENDORSER, 1).credentialEpoch())
                .isInstanceOf(HttpClientErrorException.Forbidden.class);
        assertThat(bank.issueCredential(holder.reference(), good).eid()).hasSize(64);
    }

    @Test
    void issuesNothingBeforeTheApprovalOrAfterASuspension() {
        RegistrationInternalApi registration = service.as(NodeRole.BANK, 1);
        Ed25519KeyPair owner = service.newKey();
        EnrollmentView waiting =
                registration.apply(service.application(1, "anonymous-company", "Alderbank Weavers", 3, owner));
        assertThat(waiting.state()).isEqualTo("SCREENED");
        Holder early = holder(waiting, owner);
        assertProblem(() -> bank.issueCredential(early.reference(), early.request(random)), "not-possible-now");

        Holder suspended = holder("suspended");
        act(suspended, "/suspension", 1);
        assertProblem(() -> bank.issueCredential(suspended.reference(), suspended.request(random)), "not-possible-now");
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

    /// By the test's renewal and by the service's desk, once by each.
    private void assertNamed(String rows) throws Exception {
        assertThat(count("select count(*) from decision where action = 'credential-commitment-altered'"
                        + " and subject in (select 'enrollment/' || enrollment from credential_commitment" + rows
                        + ")"))
                .isEqualTo(4);
        assertThat(service.get("/actuator/health/ready", "").body()).contains("commitments altered");
        assertThat(service.get("/actuator/prometheus", "metrics-of-a-test").body())
                .containsPattern("florin_registration_credentials_altered\\{[^}]*} 2");
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

    private Map<Holder, IssuedCredential> issue(int people) {
        Map<Holder, IssuedCredential> issued = new LinkedHashMap<>();
        for (int i = 0; i < people; i++) {
            Holder holder = holder("many");
            issued.put(holder, bank.issueCredential(holder.reference(), holder.request(random)));
        }
        return issued;
    }

    private Holder holder(String name) {
        Ed25519KeyPair owner = service.newKey();
        String reference = "anonymous-" + name + "-" + NUMBER.incrementAndGet();
        EnrollmentView enrolled =
                service.as(NodeRole.BANK, 1).apply(service.application(1, reference, "Adelin Beckhollow", 1, owner));
        return holder(enrolled, owner);
    }

    private Holder holder(EnrollmentView enrolled, Ed25519KeyPair owner) {
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

    private EpochCredentials newest(Map<Holder, IssuedCredential> people) {
        return bank.credentials(
                new EidList(people.values().stream().map(IssuedCredential::eid).toList()));
    }

    private static String eid(Map<Holder, IssuedCredential> people, Holder holder) {
        return java.util.Objects.requireNonNull(people.get(holder)).eid();
    }

    /// Every signature makes a credential of the answer's epoch with its holder's secrets.
    private static void assertHolds(Map<Holder, IssuedCredential> people, EpochCredentials renewed) {
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

    private CredentialRenewal renewal(Instant now, TransactionOperations operations) {
        CredentialRenewal.Schedule schedule =
                new CredentialRenewal.Schedule(Duration.ofHours(1), Duration.ofMinutes(15), BATCH);
        return new CredentialRenewal(
                store, signer, service.context().getBean(RecordStore.class), operations, () -> now, schedule);
    }

    private static void run(CredentialRenewal renewal) {
        while (renewal.step() > 0) {
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
    }

    private BackgroundLoop loop() {
        return service.context().getBean("credentialRenewal", BackgroundLoop.class);
    }

    private void act(Holder holder, String change, int officer) {
        String all = service.get("/v1/enrollments?select=all", officer(1)).body();
        JsonNode line = StrictJson.mapper()
                .readTree(all)
                .valueStream()
                .filter(node -> node.get("reference").asString().equals(holder.reference()))
                .findFirst()
                .orElseThrow();
        post("/v1/enrollments/" + line.get("id").asString() + change, officer);
    }

    private void post(String path, int officer) {
        var answer = service.post(path, officer(officer), "{\"reason\":\"court order 7\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private String officer(int number) {
        return service.issuer().token("registrar" + number, "registration-officer");
    }

    private EnrollmentDirectory directory() {
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
    private long lastRecord() {
        return count("select count(*) from registration_record where kind = 'CREDENTIAL_EPOCH'");
    }

    private long signatures(long epoch) {
        return count("select count(*) from credential_signature where epoch = " + epoch);
    }

    private long count(String sql) {
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
    private String everythingInTheDatabase() throws SQLException {
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

    private <T> T inTransaction(java.util.function.Supplier<T> action) {
        return java.util.Objects.requireNonNull(transactions.execute(_ -> action.get()));
    }

    private static void assertProblem(Callable<?> call, String code) {
        assertThatThrownBy(call::call)
                .isInstanceOfSatisfying(
                        HttpClientErrorException.class,
                        refused ->
                                assertThat(refused.getResponseBodyAsString()).contains("urn:florin:problem:" + code));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }

    private static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /// Loses the nth transaction that does something before it commits.
    private static final class CrashingTransactions implements TransactionOperations {
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
