package io.florin.bank.accounts;

import io.florin.bank.protocol.WalletCredentials;
import io.florin.bank.protocol.WalletInfo;
import io.florin.bank.protocol.WalletInfo.State;
import io.florin.crypto.Bytes;
import io.florin.ledger.enrollment.HoldingShare;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentApplication;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import io.florin.runtime.http.ProblemCode;
import io.florin.wallet.address.WalletAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;

/// Applies for wallets that are not enrolled yet and asks until registration has decided. After that registration's
/// records say how a wallet stands ([StandingFollower]); of those whose standing changed it asks in turn for the
/// reason, and for the credential of who was reinstated without one. Applying again is harmless. One thread drives it.
///
/// An application that registration refuses to take (400 or 422: what it says cannot be enrolled, however often it is
/// said) ends the wallet as `REFUSED` with registration's code. One that it cannot take now, or has not decided, is
/// asked for again later and later, and keeps nobody else waiting: the open ones take turns. What is not taken for days
/// on end ([ApplicationProperties]) ends in the same way, but for the bank's own wallet, which waits until the bank is
/// admitted. Silence says nothing about an application and ends none; nor does an answer once it was taken.
///
/// The wallets are looked at when there are [news][WalletNews] of them, when somebody is to be asked again, and every
/// five seconds otherwise.
public final class EnrollmentLoop {

    private static final Logger LOG = LoggerFactory.getLogger(EnrollmentLoop.class);
    private static final Duration AFTER_REFUSAL = Duration.ofSeconds(5);
    private static final int REFUSAL_DOUBLINGS_MAX = 6;
    private static final Set<Integer> FINAL = Set.of(400, 422);

    /// Of the answers 4xx: come later.
    private static final Set<Integer> BUSY = Set.of(408, 425, 429);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(400);
    private static final int OPENING_PER_TURN = 500;
    private static final int REASONS_PER_TURN = 25;
    private static final int DOUBLINGS_MAX = 4;
    private static final Duration REST = Duration.ofSeconds(5);

    private final Book accounts;
    private final RegistrationInternalApi registration;
    private final WalletCredentials credentials;
    private final InstantSource clock;
    private final Duration reasonPoll;
    private final ApplicationProperties limits;
    private final WalletNews news;
    private final Map<Long, Asked> asked = new HashMap<>();
    private boolean openingTold = true;
    private boolean opens;
    private Instant nextOpening = Instant.EPOCH;
    private Instant nextOfRound = Instant.EPOCH;
    private long lastOpening = -1;
    private boolean reasonsTold = true;
    private boolean lacksReasons;
    private Instant reasonsAsked = Instant.EPOCH;
    private long lastReason = -1;

    /// @param reasonPoll pause between questions for the reasons of changed standings
    EnrollmentLoop(
            Book accounts,
            RegistrationInternalApi registration,
            WalletCredentials credentials,
            InstantSource clock,
            Duration reasonPoll,
            ApplicationProperties limits,
            WalletNews news) {
        this.accounts = accounts;
        this.registration = registration;
        this.credentials = credentials;
        this.clock = clock;
        this.reasonPoll = reasonPoll;
        this.limits = limits;
        this.news = news;
    }

    /// The wallets.
    interface Book {
        /// Wallets that are not enrolled yet, after the number, in turn.
        List<Wallet> openingAfter(long number, int limit);

        /// Wallets whose standing changed and nobody knows why, after the number, in turn.
        List<Wallet> unexplainedAfter(long number, int limit);

        CustomerForm formOf(Wallet wallet);

        void enrolled(long number, State state, String enrollmentId, String reason);

        /// Registration has said why the wallet is in this state.
        void explained(long number, State state, String reason);

        /// Registration has said what part of its tier's holding limit the wallet may hold.
        void shared(long number, HoldingShare share);

        /// Registration did not take the application, or does not say how it is; it is asked again.
        void notTaken(long number, String reason);

        /// The first answer, of some in a row and of one kind, that does not take the application.
        ///
        /// @param failed whether registration fails or is busy, and no rule or conflict is in the way
        void untaken(long number, Instant since, boolean failed);

        /// Registration has taken the application after all.
        void taken(long number);
    }

    /// Number of questions to registration about a wallet, and the time of the next one.
    private record Asked(int times, boolean applied, Instant next) {}

    /// @return whether wallets wait for registration's decision or reason
    public boolean run() {
        if (news.taken()) {
            openingTold = true;
            reasonsTold = true;
        }
        if ((openingTold || lastOpening >= 0 || isDue(nextOpening)) && !askOpening()) {
            return true;
        }
        if (isDue(reasonsAsked.plus(reasonsTold || lacksReasons ? reasonPoll : REST))) {
            askReasons();
        }
        return opens || lacksReasons || reasonsTold;
    }

    /// Also where the clock was set back: no look is further away than the longest pause.
    private boolean isDue(Instant next) {
        Instant now = clock.instant();
        return !next.isAfter(now) || next.isAfter(now.plus(REST));
    }

    /// One turn; a round of them comes to all.
    ///
    /// @return false when registration does not answer
    private boolean askOpening() {
        Instant now = clock.instant();
        if (lastOpening < 0) {
            openingTold = false;
            nextOfRound = now.plus(REST);
        }
        List<Wallet> next = accounts.openingAfter(lastOpening, OPENING_PER_TURN);
        opens = !next.isEmpty() || lastOpening >= 0;
        for (Wallet wallet : next) {
            Asked before = asked.getOrDefault(wallet.number(), new Asked(0, false, Instant.EPOCH));
            if (!before.next().isAfter(now) && !ask(wallet, before)) {
                openingTold = true;
                return false;
            }
            Asked after = asked.get(wallet.number());
            if (after != null && after.next().isBefore(nextOfRound)) {
                nextOfRound = after.next();
            }
        }
        lastOpening = next.size() < OPENING_PER_TURN ? -1 : next.getLast().number();
        nextOpening = nextOfRound;
        return true;
    }

    /// @return false when registration does not answer
    private boolean ask(Wallet wallet, Asked before) {
        try {
            EnrollmentView view = before.applied() || wallet.recovered()
                    ? registration.enrollment(Accounts.reference(wallet.number()))
                    : registration.apply(application(wallet, accounts.formOf(wallet), wallet.proof()));
            int times = before.times() + 1;
            Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(times, DOUBLINGS_MAX));
            asked.put(wallet.number(), new Asked(times, true, clock.instant().plus(pause)));
            if (wallet.untakenSince().isPresent()) {
                accounts.taken(wallet.number());
            }
            decide(wallet, view);
            return true;
        } catch (RestClientResponseException e) {
            boolean asksOnly = before.applied() || wallet.recovered();
            int status = e.getStatusCode().value();
            if (!asksOnly && isForGood(wallet, status)) {
                refuse(wallet, e);
            } else {
                if (!asksOnly && !isAnotherLikeBefore(wallet, status)) {
                    accounts.untaken(wallet.number(), clock.instant(), isFailure(status));
                }
                askLater(wallet, before, e);
            }
            return true;
        } catch (RestClientException e) {
            LOG.debug("registration does not answer: {}", e.getMessage());
            return false;
        }
    }

    private boolean isForGood(Wallet wallet, int status) {
        if (FINAL.contains(status)) {
            return true;
        }
        Duration limit = isFailure(status) ? limits.failedMax() : limits.refusedMax();
        return wallet.number() != WalletInfo.TREASURY
                && isAnotherLikeBefore(wallet, status)
                && wallet.untakenSince()
                        .filter(since -> !clock.instant().isBefore(since.plus(limit)))
                        .isPresent();
    }

    private static boolean isFailure(int status) {
        return status >= 500 || BUSY.contains(status);
    }

    private static boolean isAnotherLikeBefore(Wallet wallet, int status) {
        return wallet.untakenSince().isPresent() && wallet.isUntakenByFailure() == isFailure(status);
    }

    private void refuse(Wallet wallet, RestClientResponseException answer) {
        String code = ProblemCode.of(answer)
                .orElse("registration-answers-" + answer.getStatusCode().value());
        LOG.warn("registration refuses an application for good: wallet={} code={}", wallet.number(), code);
        accounts.enrolled(wallet.number(), State.REFUSED, "", code);
        asked.remove(wallet.number());
    }

    /// Each refusal in a row doubles the pause, up to five minutes, so that it is warned of seldom.
    private void askLater(Wallet wallet, Asked before, RestClientResponseException answer) {
        LOG.warn(
                "registration does not take an application now: wallet={} status={}",
                wallet.number(),
                answer.getStatusCode());
        accounts.notTaken(
                wallet.number(),
                "registration-answers-" + answer.getStatusCode().value());
        Duration pause = AFTER_REFUSAL.multipliedBy(1L << Math.min(before.times(), REFUSAL_DOUBLINGS_MAX));
        asked.put(
                wallet.number(),
                new Asked(before.times() + 1, before.applied(), clock.instant().plus(pause)));
    }

    private void askReasons() {
        reasonsAsked = clock.instant();
        reasonsTold = false;
        List<Wallet> next = accounts.unexplainedAfter(lastReason, REASONS_PER_TURN);
        lacksReasons = !next.isEmpty();
        for (Wallet wallet : next) {
            try {
                explain(wallet, registration.enrollment(Accounts.reference(wallet.number())));
            } catch (RestClientResponseException e) {
                LOG.warn(
                        "registration does not say why a wallet's standing changed: wallet={} status={}",
                        wallet.number(),
                        e.getStatusCode());
            } catch (RestClientException e) {
                LOG.debug("registration does not answer: {}", e.getMessage());
                return;
            }
            lastReason = wallet.number();
        }
        if (next.size() < REASONS_PER_TURN) {
            lastReason = -1;
        }
    }

    /// An answer of another state than the wallet's is newer than it: the record that says so is on its way. Only of
    /// closings no record tells: a database from before the closing learns of it here.
    private void explain(Wallet wallet, EnrollmentView view) {
        State state = stateOf(view);
        if (state == wallet.state()) {
            takeOver(wallet, view);
            accounts.explained(wallet.number(), state, view.reason());
        } else if (state == State.CLOSING || state == State.CLOSED) {
            decide(wallet, view);
        }
    }

    static EnrollmentApplication application(Wallet wallet, CustomerForm form, byte[] proof) {
        WalletAddress address = wallet.address();
        return new EnrollmentApplication(
                Accounts.reference(wallet.number()),
                form.fullName(),
                form.birthDate(),
                form.country(),
                form.documentType(),
                form.documentNumber(),
                wallet.tier(),
                wallet.custodial(),
                address.owner().toHex(),
                address.noteKey().toHex(),
                Bytes.of(proof).toHex(),
                form.documentExpiry(),
                wallet.shareAsked());
    }

    private void decide(Wallet wallet, EnrollmentView view) {
        State state = stateOf(view);
        takeOver(wallet, view);
        if (state != State.OPENING) {
            accounts.enrolled(wallet.number(), state, view.enrollmentId(), view.reason());
            asked.remove(wallet.number());
        }
    }

    /// Gets an approved wallet's credential, and its share of the holder's limit.
    private void takeOver(Wallet wallet, EnrollmentView view) {
        State state = stateOf(view);
        if (state == State.ENROLLED && wallet.custodial()) {
            credentials.issue(wallet.number(), view.enrollmentId());
        }
        if (state == State.ENROLLED || state == State.CLOSED) {
            accounts.shared(wallet.number(), new HoldingShare(view.holdingShare()));
        }
    }

    private static State stateOf(EnrollmentView view) {
        return switch (view.state()) {
            case "APPROVED" -> State.ENROLLED;
            case "REFUSED" -> State.REFUSED;
            case "SUSPENDED" -> State.SUSPENDED;
            case "REVOKED" -> State.REVOKED;
            case "CLOSING" -> State.CLOSING;
            case "CLOSED" -> State.CLOSED;
            default -> State.OPENING;
        };
    }
}
