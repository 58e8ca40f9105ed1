package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.WalletInfo.State;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.FakeNetwork;
import io.florin.fakenet.FakeRegistration;
import io.florin.ledger.OwnerKey;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.testkit.Patience;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// A bank of a hundred thousand wallets learns from registration's records who is suspended, whatever goes wrong on
/// the way, and asks about nobody else. Each test has wallets of its own.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StandingRecordsIT {

    private static final Duration PATIENCE = Patience.LIMIT;
    private static final long FIRST = 1_000_000;
    private static final int MANY = 100_000;
    private static final int NAMED = 1_500;

    private FakeNetwork network;
    private FakeRegistration registration;
    private BankUnderTest bank;
    private long nextWallet = FIRST + NAMED;

    @BeforeAll
    void start(@TempDir Path directory) {
        network = new FakeNetwork(directory.resolve("network"));
        registration = network.registration();
        bank = new BankUnderTest(network, 1, directory.resolve("bank-1"), "--florin.bank.standing-poll=100ms");
        bank.awaitState("/v1/wallets/0", "ENROLLED");
        jdbc().sql("""
            insert into wallet (number, iban, custodial, owner_key, note_key, tier, state, enrollment_id, proof,
                created_at)
            select n, 'XF' || n, false, sha256(('owner-' || n)::bytea), sha256(('note-' || n)::bytea), 1,
                'ENROLLED', 'e-1/wallet-' || n, '', now()
            from generate_series(?, ?) n
            """).params(FIRST, FIRST + MANY - 1).update();
    }

    @AfterEach
    void faultsEnd() {
        registration.recover();
    }

    @AfterAll
    void stop() {
        bank.close();
        network.close();
    }

    private JdbcClient jdbc() {
        return bank.bean(JdbcClient.class);
    }

    private static OwnerKey owner(long number) {
        return new OwnerKey(Bytes32.of(Sha256.digest(("owner-" + number).getBytes(StandardCharsets.UTF_8))));
    }

    private static String reference(long number) {
        return "wallet-" + number;
    }

    private static String path(long number) {
        return "/v1/wallets/" + number;
    }

    private long enrolledWallet() {
        long number = nextWallet++;
        registration.enroll(1, reference(number), owner(number));
        return number;
    }

    private String state(long number) {
        return bank.get(path(number)).json().path("state").asString();
    }

    private String reason(long number) {
        return bank.get(path(number)).json().path("reason").asString();
    }

    private long position() {
        return jdbc().sql("select sequence from registration_position")
                .query(Long.class)
                .single();
    }

    private void awaitAllApplied() {
        Awaitility.await().atMost(PATIENCE).until(() -> position() == registration.lastRecord());
    }

    private long count(State state) {
        return jdbc().sql("select count(*) from wallet where state = ? and number between ? and ?")
                .params(state.name(), FIRST, FIRST + NAMED - 1)
                .query(Long.class)
                .single();
    }

    private double refused(String reason) {
        return bank.bean(MeterRegistry.class)
                .counter("florin.bank.registration.refused", "reason", reason)
                .count();
    }

    @Test
    void fifteenHundredOfAHundredThousandAreStoppedByAFewQuestions() {
        awaitAllApplied();
        registration.silence();
        for (long number = FIRST; number < FIRST + NAMED; number++) {
            registration.enroll(1, reference(number), owner(number));
        }
        for (long number = FIRST; number < FIRST + NAMED; number++) {
            if (number % 3 == 0) {
                registration.revoke(1, reference(number));
            } else {
                registration.suspend(1, reference(number));
            }
        }
        registration.takeAskedAfter();
        registration.takeAsked();
        long before = position();
        registration.recover();
        long begin = System.nanoTime();

        Awaitility.await()
                .pollInterval(Duration.ofMillis(20))
                .atMost(PATIENCE)
                .until(() -> position() == registration.lastRecord());
        System.out.printf(
                Locale.ROOT,
                "standings: %d of %d wallets stand as %d records say %.2f s after registration answers again%n",
                NAMED,
                MANY,
                registration.lastRecord() - before,
                (System.nanoTime() - begin) / 1e9);
        List<Long> asked = registration.takeAskedAfter().stream().distinct().toList();
        assertThat(asked).hasSizeLessThanOrEqualTo(2 * NAMED / RegistrationInternalApi.RECORDS_MAX + 1);
        assertThat(asked.getFirst()).isEqualTo(before);
        assertThat(count(State.REVOKED)).isEqualTo(NAMED / 3);
        assertThat(count(State.SUSPENDED)).isEqualTo(NAMED - NAMED / 3);
        assertThat(jdbc().sql("select count(*) from wallet where state <> 'ENROLLED' and number >= ?")
                        .param(FIRST + NAMED)
                        .query(Long.class)
                        .single())
                .as("the others stand, but for those of other tests")
                .isLessThan(10);
        Awaitility.await("some reasons")
                .atMost(PATIENCE)
                .until(() -> reason(FIRST).equals("court"));
        Set<String> others = LongStream.range(nextWallet, FIRST + MANY)
                .mapToObj(number -> "1/" + reference(number))
                .collect(Collectors.toSet());
        assertThat(registration.takeAsked().keySet()).as("nobody else").doesNotContainAnyElementsOf(others);
    }

    @Test
    void whatHappenedWhileTheBankWasStoppedIsCaughtUpFromWhereItWas() {
        long suspended = enrolledWallet();
        long revoked = enrolledWallet();
        long wasSuspended = enrolledWallet();
        awaitAllApplied();
        long before = position();
        bank.stop();
        registration.takeAskedAfter();
        registration.takeAsked();
        registration.suspend(1, reference(suspended));
        registration.revoke(1, reference(revoked));
        registration.suspend(1, reference(wasSuspended));
        registration.heartbeat();
        registration.reinstate(1, reference(wasSuspended));
        bank.start();

        bank.awaitState(path(suspended), "SUSPENDED");
        bank.awaitState(path(revoked), "REVOKED");
        assertThat(state(wasSuspended)).isEqualTo("ENROLLED");
        assertThat(registration.takeAskedAfter().getFirst())
                .as("not from the first record")
                .isEqualTo(before);
        Awaitility.await().atMost(PATIENCE).until(() -> reason(revoked).equals("court"));
        assertThat(registration.takeAsked()).doesNotContainKey("1/" + reference(wasSuspended));

        registration.reinstate(1, reference(suspended));
        bank.awaitState(path(suspended), "ENROLLED");
    }

    @Test
    void aBankStaysAsItIsWhileRegistrationIsAway() {
        long number = enrolledWallet();
        awaitAllApplied();
        registration.silence();
        registration.suspend(1, reference(number));
        Awaitility.await().atMost(PATIENCE).until(() -> bank.fails("registrationLoop"));
        assertThat(state(number)).isEqualTo("ENROLLED");
        assertThat(bank.get("/actuator/health/readiness").status()).isEqualTo(200);

        registration.recover();
        bank.awaitState(path(number), "SUSPENDED");
        Awaitility.await().atMost(PATIENCE).until(() -> !bank.fails("registrationLoop"));
    }

    @Test
    void aForgedRecordIsRefusedAndCountedAndTheRightOneTaken() {
        long number = enrolledWallet();
        awaitAllApplied();
        long before = position();
        double forged = refused("forged");
        registration.forgeNext();
        registration.suspend(1, reference(number));
        registration.heartbeat();
        Awaitility.await().atMost(PATIENCE).until(() -> refused("forged") > forged);
        assertThat(state(number)).isEqualTo("ENROLLED");
        assertThat(position()).isEqualTo(before);
        assertThat(bank.fails("registrationLoop")).isTrue();

        registration.recover();
        bank.awaitState(path(number), "SUSPENDED");
    }

    @Test
    void aMissingRecordIsWaitedFor() {
        long number = enrolledWallet();
        awaitAllApplied();
        double gaps = refused("gap");
        registration.leaveOutNext();
        registration.suspend(1, reference(number));
        registration.heartbeat();
        Awaitility.await().atMost(PATIENCE).until(() -> refused("gap") > gaps);
        assertThat(state(number)).isEqualTo("ENROLLED");

        registration.recover();
        bank.awaitState(path(number), "SUSPENDED");
    }

    @Test
    void anOldRecordThatComesAgainChangesNothing() {
        long number = enrolledWallet();
        long other = enrolledWallet();
        registration.suspend(1, reference(number));
        bank.awaitState(path(number), "SUSPENDED");
        registration.reinstate(1, reference(number));
        bank.awaitState(path(number), "ENROLLED");
        awaitAllApplied();

        registration.repeat(2);
        registration.suspend(1, reference(other));
        bank.awaitState(path(other), "SUSPENDED");
        assertThat(state(number)).isEqualTo("ENROLLED");
    }

    /// The answer was given before the suspension and arrives after its record.
    @Test
    void anOldAnswerToTheApplicationDoesNotUndoASuspension() {
        long number = FIRST + MANY;
        registration.tell(1, reference(number), "SCREENED");
        jdbc().sql("""
            insert into wallet (number, iban, custodial, owner_key, note_key, tier, state, proof, created_at,
                recovered)
            values (?, 'XFOPEN', false, ?, ?, 1, 'OPENING', '', now(), true)
            """)
                .params(number, owner(number).value().toArray(), new byte[32])
                .update();
        synchronized (registration) {
            registration.enroll(1, reference(number), owner(number));
            registration.suspend(1, reference(number));
            registration.tell(1, reference(number), "SCREENED");
        }
        awaitAllApplied();
        assertThat(state(number)).isEqualTo("OPENING");

        registration.tell(1, reference(number), "APPROVED");
        Awaitility.await().atMost(PATIENCE).until(() -> !state(number).equals("OPENING"));
        assertThat(state(number)).isEqualTo("SUSPENDED");
        assertThat(reason(number)).isEmpty();
        registration.tell(1, reference(number), "SUSPENDED");
        Awaitility.await().atMost(PATIENCE).until(() -> reason(number).equals("told"));
        assertThat(state(number)).isEqualTo("SUSPENDED");
    }

    /// Officers suspend a wallet that is being closed, and the answer that the closing waits for is older.
    @Test
    void aClosingThatIsStoppedLeavesTheWalletAsTheRecordsSay() {
        long number = enrolledWallet();
        awaitAllApplied();
        new TransactionTemplate(bank.bean(PlatformTransactionManager.class)).executeWithoutResult(_ -> {
            jdbc().sql("update wallet set state = 'CLOSING' where number = ?")
                    .param(number)
                    .update();
            jdbc().sql("insert into wallet_closing (id, wallet, state, ordered_by, ordered_at, begun_at)"
                            + " values (gen_random_uuid(), ?, 'CLOSING', 'clerk', now(), now())")
                    .param(number)
                    .update();
        });
        synchronized (registration) {
            registration.suspend(1, reference(number));
            registration.tell(1, reference(number), "APPROVED");
        }
        awaitAllApplied();
        assertThat(state(number)).isEqualTo("CLOSING");
        jdbc().sql("update wallet_closing set begun_at = now() - interval '2 hours', quiet_block = 0 where wallet = ?")
                .param(number)
                .update();

        Awaitility.await().atMost(PATIENCE).until(() -> !state(number).equals("CLOSING"));
        assertThat(state(number)).isEqualTo("SUSPENDED");
    }

    /// No record tells a closed wallet from a revoked one: the database is from before the closing.
    @Test
    void aBankThatHasForgottenAClosingLearnsOfIt() {
        long number = enrolledWallet();
        synchronized (registration) {
            registration.revoke(1, reference(number));
            registration.tell(1, reference(number), "CLOSED");
        }
        bank.awaitState(path(number), "CLOSED");
        assertThat(jdbc().sql("select unexplained from wallet where number = ?")
                        .param(number)
                        .query(Boolean.class)
                        .single())
                .isFalse();
    }
}
