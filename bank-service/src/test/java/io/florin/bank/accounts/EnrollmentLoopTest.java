package io.florin.bank.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.WalletCredentials;
import io.florin.bank.protocol.WalletInfo;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.HoldingShare;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentApplication;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import io.florin.wallet.address.WalletAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;

/// Who waits for registration's officers keeps nobody else waiting.
class EnrollmentLoopTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final int MANY = 1_200;
    private static final ApplicationProperties LIMITS =
            new ApplicationProperties(Duration.ofDays(7), Duration.ofDays(30));

    private final TreeMap<Long, Wallet> wallets = new TreeMap<>();
    private final Set<String> applied = new HashSet<>();
    private final List<Long> enrolled = new ArrayList<>();
    private final Map<Long, HttpStatus> answers = new HashMap<>();
    private final Map<Long, Integer> times = new HashMap<>();
    private Instant now = NOON;
    private long unknown;
    private long reinstated;
    private final Set<Long> suspended = new HashSet<>();
    private final TreeSet<Long> unexplained = new TreeSet<>();
    private final List<String> asked = new ArrayList<>();
    private final List<String> credentials = new ArrayList<>();
    private final WalletCredentials issuing = (wallet, enrollment) -> credentials.add(wallet + " " + enrollment);
    private final WalletNews news = new WalletNews();
    private EnrollmentLoop loop = loop();
    private int openingLooks;
    private int reasonLooks;

    private void open(long number) {
        Bytes32 key = Bytes32.of(Sha256.digest(("key" + number).getBytes(StandardCharsets.UTF_8)));
        wallets.put(
                number,
                new Wallet(
                        number,
                        null,
                        "XF" + number,
                        true,
                        new WalletAddress(new OwnerKey(key), key),
                        1,
                        new byte[64],
                        NOON));
        news.tell();
    }

    @Test
    void allThatAreOpenComeToTheirTurn() {
        for (long number = 1; number <= MANY; number++) {
            open(number);
        }
        for (int turn = 0; turn < 4; turn++) {
            loop.run();
        }
        assertThat(applied).hasSize(MANY);
        open(MANY + 1);
        for (int turn = 0; turn < 4; turn++) {
            loop.run();
        }
        assertThat(enrolled).containsExactly(MANY + 1L);
    }

    private void passes(int count) {
        for (int pass = 0; pass < count; pass++) {
            loop.run();
            now = now.plusMillis(500);
        }
    }

    /// Passes come because somebody waits, and payments come all day.
    @Test
    void withoutNewsOfWalletsNobodyIsLookedFor() {
        passes(1);
        openingLooks = 0;
        reasonLooks = 0;
        passes(40);
        assertThat(openingLooks).as("in 20 s").isLessThanOrEqualTo(4);
        assertThat(reasonLooks).isLessThanOrEqualTo(4);

        open(MANY + 1);
        openingLooks = 0;
        passes(1);
        assertThat(enrolled).containsExactly(MANY + 1L);
        assertThat(openingLooks).isEqualTo(1);
        suspendByRecord(7);
        reasonLooks = 0;
        passes(5);
        assertThat(unexplained)
                .as("within the pause between questions for reasons")
                .isEmpty();
    }

    /// The pauses between questions grow to 6.4 s.
    @Test
    void whoWaitsIsLookedForWhenItIsTime() {
        open(1);
        passes(30);
        openingLooks = 0;
        int before = asked.size();
        passes(120);
        assertThat(asked.size() - before).as("in a minute").isBetween(8, 12);
        assertThat(openingLooks).isLessThanOrEqualTo(24);
    }

    /// A wallet that comes while others have their turns is not passed over.
    @Test
    void newsDuringARoundBeginAnother() {
        for (long number = 2; number <= 600; number++) {
            open(number);
        }
        loop.run();
        open(1);
        loop.run();
        loop.run();
        assertThat(applied).contains(Accounts.reference(1));
    }

    private void suspendByRecord(long number) {
        open(number);
        Objects.requireNonNull(wallets.get(number)).enrolled(WalletInfo.State.SUSPENDED, "e", "");
        unexplained.add(number);
        suspended.add(number);
    }

    private void rounds(int count) {
        for (int round = 0; round < count; round++) {
            loop.run();
            now = now.plusSeconds(3);
        }
    }

    /// One that registration has lost keeps nobody behind it from being asked for, in any round.
    @Test
    void whoIsUnknownHidesNobodysReason() {
        for (long number = 1; number <= 40; number++) {
            suspendByRecord(number);
        }
        unknown = 3;
        rounds(2);
        assertThat(unexplained).containsExactly(3L);
        assertThat(Objects.requireNonNull(wallets.get(38L)).reason()).isEqualTo("court");
        unknown = 0;
        rounds(1);
        assertThat(unexplained).isEmpty();
        assertThat(Objects.requireNonNull(wallets.get(3L)).reason()).isEqualTo("court");
    }

    @Test
    void nobodyIsAskedForWhoseStandingDidNotChange() {
        for (long number = 1; number <= 40; number++) {
            open(number);
            Objects.requireNonNull(wallets.get(number)).enrolled(WalletInfo.State.ENROLLED, "e", "");
        }
        rounds(5);
        assertThat(asked).isEmpty();
    }

    /// The answer is of a state whose record has not come yet.
    @Test
    void aReasonOfAnotherStateIsNotTaken() {
        suspendByRecord(1);
        suspended.clear();
        reinstated = 1;
        rounds(2);
        assertThat(Objects.requireNonNull(wallets.get(1L)).state()).isEqualTo(WalletInfo.State.SUSPENDED);
        assertThat(unexplained).containsExactly(1L);
        Objects.requireNonNull(wallets.get(1L)).enrolled(WalletInfo.State.ENROLLED, "e", "");
        rounds(1);
        assertThat(unexplained).isEmpty();
    }

    @Test
    void whoIsReinstatedGetsTheCredential() {
        suspendByRecord(1);
        suspended.clear();
        reinstated = 1;
        Objects.requireNonNull(wallets.get(1L)).enrolled(WalletInfo.State.ENROLLED, "e", "");
        rounds(1);
        assertThat(credentials).containsExactly("1 e");
    }

    /// 30 February does not become a day by asking again.
    @Test
    void whatCanNeverBeEnrolledEnds() {
        open(1);
        open(2);
        answers.put(1L, HttpStatus.UNPROCESSABLE_CONTENT);
        for (int turn = 0; turn < 50; turn++) {
            loop.run();
            now = now.plusSeconds(10);
        }
        assertThat(times.get(1L)).isEqualTo(1);
        assertThat(Objects.requireNonNull(wallets.get(1L)).state()).isEqualTo(WalletInfo.State.REFUSED);
        assertThat(Objects.requireNonNull(wallets.get(1L)).reason()).isEqualTo("registration-answers-422");
        assertThat(Objects.requireNonNull(wallets.get(2L)).state()).isEqualTo(WalletInfo.State.OPENING);
    }

    /// Eight thousand warnings in twenty minutes were one wallet's, every five seconds and less.
    @Test
    void whatCannotBeTakenNowIsAskedForSeldom() {
        open(1);
        answers.put(1L, HttpStatus.FORBIDDEN);
        for (int second = 0; second < 20 * 60; second++) {
            loop.run();
            now = now.plusSeconds(1);
        }
        assertThat(times.get(1L)).isBetween(6, 12);
        assertThat(Objects.requireNonNull(wallets.get(1L)).reason()).isEqualTo("registration-answers-403");
        answers.clear();
        now = now.plus(Duration.ofMinutes(6));
        loop.run();
        assertThat(applied).contains(Accounts.reference(1));
    }

    /// As after a start.
    private EnrollmentLoop loop() {
        return new EnrollmentLoop(
                new Opened(), new Undecided(), issuing, () -> now, Duration.ofSeconds(2), LIMITS, news);
    }

    private void hours(long count) {
        for (long hour = 0; hour < count; hour++) {
            loop.run();
            now = now.plus(Duration.ofHours(1));
        }
    }

    private Wallet wallet(long number) {
        return Objects.requireNonNull(wallets.get(number));
    }

    /// Another application is known under its reference, or registration fails over it: neither changes by itself.
    @Test
    void whatIsNotTakenForDaysEndsWithTheCode() {
        open(1);
        open(2);
        open(3);
        answers.put(1L, HttpStatus.CONFLICT);
        answers.put(2L, HttpStatus.INTERNAL_SERVER_ERROR);
        answers.put(3L, HttpStatus.TOO_MANY_REQUESTS);
        hours(7 * 24);
        assertThat(wallet(1).state()).isEqualTo(WalletInfo.State.OPENING);
        loop = loop();
        hours(1);
        assertThat(wallet(1).state()).as("a start forgets nothing").isEqualTo(WalletInfo.State.REFUSED);
        assertThat(wallet(1).reason()).isEqualTo("registration-answers-409");
        int calls = Objects.requireNonNull(times.get(1L));

        hours(22 * 24);
        assertThat(wallet(2).state()).isEqualTo(WalletInfo.State.OPENING);
        assertThat(wallet(3).state()).isEqualTo(WalletInfo.State.OPENING);
        hours(2 * 24);
        assertThat(wallet(2).state()).isEqualTo(WalletInfo.State.REFUSED);
        assertThat(wallet(2).reason()).isEqualTo("registration-answers-500");
        assertThat(wallet(3).reason()).isEqualTo("registration-answers-429");
        assertThat(times.get(1L)).as("it is not asked again").isEqualTo(calls);
    }

    /// A registration that was broken for days says nothing about the application, whatever it says first when it is
    /// back.
    @Test
    void daysOfFailureAreNoDaysOfRefusal() {
        open(1);
        answers.put(1L, HttpStatus.SERVICE_UNAVAILABLE);
        hours(8 * 24);
        answers.put(1L, HttpStatus.CONFLICT);
        hours(6 * 24);
        assertThat(wallet(1).state()).isEqualTo(WalletInfo.State.OPENING);
        hours(2 * 24);
        assertThat(wallet(1).state()).isEqualTo(WalletInfo.State.REFUSED);
    }

    /// Officers take their time; a fault while they do is none of the application's.
    @Test
    void whatWasTakenIsNotEndedByAFaultNorIsTheBanksOwnWallet() {
        open(1);
        open(WalletInfo.TREASURY);
        answers.put(WalletInfo.TREASURY, HttpStatus.FORBIDDEN);
        answers.put(1L, HttpStatus.CONFLICT);
        hours(6 * 24);
        answers.remove(1L);
        hours(2 * 24);
        assertThat(wallet(1).untakenSince()).isEmpty();
        unknown = 1;
        hours(60 * 24);
        assertThat(wallet(1).state()).isEqualTo(WalletInfo.State.OPENING);
        loop = loop();
        unknown = 0;
        answers.put(1L, HttpStatus.CONFLICT);
        hours(6 * 24);
        assertThat(wallet(1).state()).as("days in a row count").isEqualTo(WalletInfo.State.OPENING);
        assertThat(wallet(WalletInfo.TREASURY).state())
                .as("until the bank is admitted")
                .isEqualTo(WalletInfo.State.OPENING);
    }

    /// Leaves all applications to the officers but the last one.
    private final class Undecided implements RegistrationInternalApi {
        @Override
        public EnrollmentView apply(EnrollmentApplication application) {
            long number = Long.parseLong(application.reference().substring("wallet-".length()));
            times.merge(number, 1, Integer::sum);
            HttpStatus refusal = answers.get(number);
            if (refusal != null) {
                throw new HttpClientErrorException(refusal);
            }
            applied.add(application.reference());
            return enrollment(application.reference());
        }

        @Override
        public EnrollmentView enrollment(String reference) {
            asked.add(reference);
            if (reference.equals(Accounts.reference(unknown))) {
                throw new HttpClientErrorException(HttpStatus.NOT_FOUND);
            }
            if (suspended.contains(Long.parseLong(reference.substring("wallet-".length())))) {
                return new EnrollmentView(reference, "SUSPENDED", "e", 1, "court", "", 10_000);
            }
            if (reference.equals(Accounts.reference(reinstated))) {
                return new EnrollmentView(reference, "APPROVED", "e", 1, "", "", 10_000);
            }
            boolean last = reference.equals(Accounts.reference(MANY + 1));
            return new EnrollmentView(reference, last ? "APPROVED" : "SCREENED", "", 1, "", "", 10_000);
        }

        @Override
        public EnrollmentView closing(String reference, ClosingForm form) {
            throw new UnsupportedOperationException();
        }

        @Override
        public EnrollmentView share(String reference, ShareForm form) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<String> records(long after) {
            throw new UnsupportedOperationException();
        }
    }

    private final class Opened implements EnrollmentLoop.Book {
        @Override
        public List<Wallet> openingAfter(long number, int limit) {
            openingLooks++;
            return wallets.tailMap(number, false).values().stream()
                    .filter(wallet -> wallet.state() == WalletInfo.State.OPENING)
                    .limit(limit)
                    .toList();
        }

        @Override
        public List<Wallet> unexplainedAfter(long number, int limit) {
            reasonLooks++;
            return unexplained.tailSet(number, false).stream()
                    .map(each -> Objects.requireNonNull(wallets.get(each)))
                    .limit(limit)
                    .toList();
        }

        @Override
        public CustomerForm formOf(Wallet wallet) {
            return new CustomerForm("PERSON", "Anna", "1980-05-05", "LU", "PASSPORT", "X1", null);
        }

        @Override
        public void enrolled(long number, WalletInfo.State state, String enrollmentId, String reason) {
            enrolled.add(number);
            Objects.requireNonNull(wallets.get(number)).enrolled(state, enrollmentId, reason);
        }

        @Override
        public void explained(long number, WalletInfo.State state, String reason) {
            Objects.requireNonNull(wallets.get(number)).explained(state, reason);
            unexplained.remove(number);
        }

        @Override
        public void shared(long number, HoldingShare share) {
            Objects.requireNonNull(wallets.get(number)).hasShare(share);
        }

        @Override
        public void notTaken(long number, String reason) {
            wallet(number).notTaken(reason);
        }

        @Override
        public void untaken(long number, Instant since, boolean failed) {
            wallet(number).untaken(since, failed);
        }

        @Override
        public void taken(long number) {
            wallet(number).taken();
        }
    }
}
