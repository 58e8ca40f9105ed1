package io.florin.bank.accounts;

import io.florin.bank.accounts.Closings.Open;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.WalletInfo.State;
import io.florin.ledger.config.NetworkConfiguration.Limits;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.api.RegistrationInternalApi.ClosingForm;
import io.florin.runtime.api.RegistrationInternalApi.ClosingStep;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.loop.BackgroundLoop;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;

/// Carries closings through. Whether a step was made is asked of registration and never remembered, so that a step
/// whose answer was lost is not made twice, and a restart goes on where registration is.
///
/// | registration says | and then | step |
/// |---|---|---|
/// | active | nothing was begun | begin: nobody can pay the wallet or from it any more |
/// | active | it was begun | stopped: money came, or an officer reinstated the wallet |
/// | closing | what was endorsed before may commit | wait |
/// | closing | it is quiet, and the wallet empty | end the enrollment |
/// | closing | it is quiet, and money came | stop: the wallet is active again |
/// | closed | | closed |
/// | suspended, revoked | | stopped: an officer was faster |
///
/// It is quiet when no endorser can lack the record, for without news of registration none endorses for longer than
/// `heartbeatMillisMax`, and when every transaction that was endorsed before has committed or expired. One thread
/// drives it.
public final class ClosingLoop {

    private static final Logger LOG = LoggerFactory.getLogger(ClosingLoop.class);

    private final Closings closings;
    private final RegistrationInternalApi registration;
    private final LedgerAccess ledger;
    private final Holdings holdings;
    private final LedgerHeight height;
    private final InstantSource clock;
    private final Duration idleMax;

    /// @param idleMax after so long no more blocks are waited for
    ClosingLoop(
            Closings closings,
            RegistrationInternalApi registration,
            LedgerAccess ledger,
            Holdings holdings,
            LedgerHeight height,
            InstantSource clock,
            Duration idleMax) {
        this.closings = closings;
        this.registration = registration;
        this.ledger = ledger;
        this.holdings = holdings;
        this.height = height;
        this.clock = clock;
        this.idleMax = idleMax;
    }

    /// Registration is not asked about a closing for which something is awaited that the bank sees by itself.
    ///
    /// @return [BackgroundLoop#AWAITS] while closings are open, else 0
    public int step() {
        List<Open> open = closings.open();
        List<Open> quiet = quietOf(open);
        Set<Long> awaited = quiet.isEmpty() ? Set.of() : closings.awaited(quiet);
        open.stream()
                .filter(closing ->
                        closing.begunAt() == null || quiet.contains(closing) && !awaited.contains(closing.wallet()))
                .forEach(this::advance);
        List<Open> unmeasured = open.stream()
                .filter(this::isKnownToAll)
                .filter(each -> each.quietBlock() == null)
                .toList();
        if (!unmeasured.isEmpty()) {
            long last = Math.addExact(height.highest(), limits().expiryBlocksMax());
            closings.quietAfter(unmeasured.stream().map(Open::id).toList(), last);
        }
        return open.isEmpty() ? 0 : BackgroundLoop.AWAITS;
    }

    private Limits limits() {
        return ledger.configuration().limits();
    }

    /// Whether every endorser that endorses anything has registration's record.
    private boolean isKnownToAll(Open closing) {
        return hasPassed(closing.begunAt(), Duration.ofMillis(limits().heartbeatMillisMax()));
    }

    /// One look at how far the ledger was followed for all.
    private List<Open> quietOf(List<Open> open) {
        if (open.stream().allMatch(closing -> closing.quietBlock() == null)) {
            return List.of();
        }
        long block = holdings.block();
        return open.stream().filter(closing -> isQuiet(closing, block)).toList();
    }

    private boolean isQuiet(Open closing, long block) {
        Long quiet = closing.quietBlock();
        return quiet != null && (block > quiet || hasPassed(closing.begunAt(), idleMax));
    }

    private boolean hasPassed(@Nullable Instant since, Duration time) {
        return since != null && !clock.instant().isBefore(since.plus(time));
    }

    private void advance(Open closing) {
        try {
            EnrollmentView view = registration.enrollment(Accounts.reference(closing.wallet()));
            switch (view.state()) {
                case "APPROVED" -> active(closing);
                case "CLOSING" -> closing(closing);
                case "CLOSED" -> {
                    closings.closed(closing);
                    LOG.info("a wallet is closed: wallet={}", closing.wallet());
                }
                case "SUSPENDED" -> stopped(closing, State.SUSPENDED, "suspended");
                case "REVOKED" -> stopped(closing, State.REVOKED, "revoked");
                default ->
                    LOG.warn(
                            "registration says nothing that a closing can go on with: wallet={} state={}",
                            closing.wallet(),
                            view.state());
            }
        } catch (HttpClientErrorException refusal) {
            LOG.warn(
                    "registration does not take a step of a closing now: wallet={} status={}",
                    closing.wallet(),
                    refusal.getStatusCode());
        } catch (RestClientException away) {
            LOG.debug("registration does not answer: {}", away.getMessage());
        }
    }

    private void active(Open closing) {
        if (closing.begunAt() != null) {
            stopped(closing, State.ENROLLED, closing.reason().isEmpty() ? "reinstated" : closing.reason());
            return;
        }
        try {
            tell(closing, ClosingStep.BEGIN);
            closings.begun(closing.id());
        } catch (HttpClientErrorException.Conflict refusal) {
            stopped(closing, State.ENROLLED, ProblemCode.of(refusal).orElse("refused"));
        }
    }

    private void closing(Open closing) {
        Instant begunAt = closing.begunAt();
        if (begunAt == null) {
            closings.begun(closing.id());
            return;
        }
        Left left = closings.left(closing.wallet(), begunAt).orElseThrow();
        if (left.isUnderWay()) {
            return;
        }
        if (left.money() > 0) {
            closings.stopping(closing.id(), "money-came");
            tell(closing, ClosingStep.STOP);
            stopped(closing, State.ENROLLED, "money-came");
        } else {
            tell(closing, ClosingStep.END);
            closings.closed(closing);
            LOG.info("a wallet is closed: wallet={}", closing.wallet());
        }
    }

    private void tell(Open closing, ClosingStep step) {
        registration.closing(Accounts.reference(closing.wallet()), new ClosingForm(step));
    }

    private void stopped(Open closing, State state, String reason) {
        closings.stopped(closing, state, reason);
        LOG.info("a closing is stopped: wallet={} reason={}", closing.wallet(), reason);
    }
}
