package io.florin.bank.wiring;

import io.florin.bank.accounts.AccountsConfiguration.ClosingTurn;
import io.florin.bank.accounts.AccountsConfiguration.EnrollmentStep;
import io.florin.bank.accounts.AccountsConfiguration.StandingStep;
import io.florin.bank.accounts.AccountsConfiguration.WalletsKnown;
import io.florin.bank.accounts.BankProperties;
import io.florin.bank.certification.CertificationConfiguration.CertificationStep;
import io.florin.bank.credentials.CredentialsConfiguration.RenewalStep;
import io.florin.bank.holdings.HoldingsConfiguration.NoteStep;
import io.florin.bank.holdings.LedgerFollower;
import io.florin.bank.idempotency.IdempotencyConfiguration.PurgeStep;
import io.florin.bank.idempotency.IdempotencyProperties;
import io.florin.bank.limits.LimitsConfiguration.SweepStep;
import io.florin.bank.network.CommitterHead;
import io.florin.bank.payments.adapter.PaymentLoop;
import io.florin.bank.payments.adapter.PaymentsConfiguration.DueStep;
import io.florin.bank.payments.adapter.PaymentsConfiguration.PaymentWakeSignal;
import io.florin.bank.payments.adapter.PaymentsConfiguration.Targets;
import io.florin.bank.protocol.BankIdentity;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.reserves.ReservesConfiguration.SupplyStep;
import io.florin.bank.screening.ScreeningConfiguration.ScreeningStep;
import io.florin.bank.screening.ScreeningConfiguration.Upkeep;
import io.florin.identity.FlorinIdentity;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.audit.FlorinAudit;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.loop.BackgroundLoop.Pace;
import io.florin.runtime.loop.WakeSignal;
import io.florin.runtime.service.FaultHandler;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// The bank's loops: follow the ledger, follow notes, enroll wallets, plan and send payments.
@Configuration(proxyBeanMethods = false)
@Import({FlorinIdentity.class, FlorinAudit.class})
class BankWiring {

    private static final Duration LEDGER_READ_FOR = Duration.ofSeconds(5);

    /// Longest pause of a loop that is woken by a signal: time alone makes some work, and what failed is tried again.
    private static final Duration BY_ITSELF = Duration.ofMillis(500);

    /// Payments that were put off for a while are due to within so much.
    private static final Duration PAYMENTS_BY_THEMSELVES = Duration.ofMillis(100);

    @Bean
    RandomGenerator bankRandom() {
        return new SecureRandom();
    }

    @Bean
    IdSource bankIds() {
        return UUID::randomUUID;
    }

    @Bean
    BankIdentity bankIdentity(NodeIdentity node, BankProperties properties) {
        return new BankIdentity(node.id(), properties.name(), properties.bic());
    }

    @Bean
    CommitterHead committerHead(NodeIdentity node, CommitterApi committer) {
        return new CommitterHead(node.genesis().networkId(), committer);
    }

    @Bean
    BackgroundLoop headLoop(CommitterHead head, BankProperties properties, FaultHandler faults) {
        return BackgroundLoop.periodic("bank-head", properties.headPoll(), faults, head::refresh);
    }

    @Bean
    Arrivals arrivals() {
        return new Arrivals(new WakeSignal(), new WakeSignal());
    }

    /// @param blocks wakes for each, whoever is paid in it: an endorser that is asked for notes learns nothing by it
    /// @param credits wakes when credits may have come that nobody has screened, or notes for them
    record Arrivals(WakeSignal blocks, WakeSignal credits) {}

    @Bean
    BackgroundLoop ledgerLoop(
            LedgerFollower follower,
            Arrivals arrivals,
            WalletsKnown wallets,
            BankProperties properties,
            FaultHandler faults) {
        return new BackgroundLoop("bank-ledger", properties.followPoll(), faults, () -> {
            int blocks = wallets.getAsBoolean() ? follower.follow() : 0;
            if (blocks > 0) {
                arrivals.blocks().wake();
                arrivals.credits().wake();
            }
            return blocks;
        });
    }

    /// Hidden notes are fetched before their blocks, which wait for them; those in the clear come when there are
    /// blocks.
    @Bean
    BackgroundLoop noteLoop(
            NoteStep step,
            Arrivals arrivals,
            WalletsKnown wallets,
            LedgerAccess ledger,
            BankProperties properties,
            FaultHandler faults) {
        Duration byItself = ledger.model() == PrivacyModel.CLEAR ? BY_ITSELF : properties.followPoll();
        return new BackgroundLoop("bank-notes", pace(properties, byItself), arrivals.blocks(), faults, () -> {
            int notes = wallets.getAsBoolean() ? step.getAsInt() : 0;
            if (notes > 0) {
                arrivals.credits().wake();
            }
            return notes;
        });
    }

    private static Pace pace(BankProperties properties, Duration byItself) {
        Duration least = properties.paymentPoll();
        return new Pace(least, least.compareTo(byItself) < 0 ? byItself : least);
    }

    @Bean
    BackgroundLoop credentialLoop(RenewalStep step, BankProperties properties, FaultHandler faults) {
        return new BackgroundLoop("bank-credentials", properties.standingPoll(), faults, step);
    }

    @Bean
    BackgroundLoop certificationLoop(CertificationStep step, BankProperties properties, FaultHandler faults) {
        return new BackgroundLoop("bank-certification", properties.followPoll(), faults, step);
    }

    @Bean
    BackgroundLoop enrollmentLoop(EnrollmentStep step, BankProperties properties, FaultHandler faults) {
        return BackgroundLoop.periodic("bank-enrollment", properties.enrollmentPoll(), faults, step);
    }

    /// Not by the money of a ledger that the bank has not read to its end: time passes while it is away, too, and a
    /// closed wallet is never opened again.
    @Bean
    BackgroundLoop closingLoop(
            ClosingTurn turn, LedgerFollower follower, BankProperties properties, FaultHandler faults) {
        return new BackgroundLoop(
                "bank-closings",
                properties.enrollmentPoll(),
                faults,
                () -> follower.hasReadAll(LEDGER_READ_FOR) ? turn.getAsInt() : 0);
    }

    @Bean
    BackgroundLoop registrationLoop(StandingStep step, BankProperties properties, FaultHandler faults) {
        return new BackgroundLoop("bank-registration", properties.recordsPoll(), faults, step);
    }

    @Bean
    Targets paymentTargets(Peers.Endorsers endorsers, BankProperties properties) {
        return new Targets(endorsers.apis(), properties.resendAfter(), properties.batch());
    }

    @Bean
    BackgroundLoop paymentLoop(
            PaymentLoop loop,
            PaymentWakeSignal signal,
            CommitterHead head,
            LedgerAccess ledger,
            BankProperties properties,
            FaultHandler faults) {
        return new BackgroundLoop(
                "bank-payments",
                pace(properties, PAYMENTS_BY_THEMSELVES),
                signal.signal(),
                faults,
                () -> head.isPast(ledger.configuration()) ? 0 : loop.step());
    }

    /// Not by the funds of a ledger that the bank has not read to its end: what is rejected on its day stays rejected.
    @Bean
    BackgroundLoop dueLoop(DueStep step, LedgerFollower follower, BankProperties properties, FaultHandler faults) {
        return new BackgroundLoop(
                "bank-due",
                properties.enrollmentPoll(),
                faults,
                () -> follower.hasReadAll(LEDGER_READ_FOR) ? step.getAsInt() : 0);
    }

    @Bean
    BackgroundLoop sweepLoop(SweepStep step, BankProperties properties, FaultHandler faults) {
        return new BackgroundLoop("bank-sweep", properties.enrollmentPoll(), faults, step);
    }

    /// What came from another bank is not available before.
    @Bean
    BackgroundLoop screeningLoop(
            ScreeningStep step, Arrivals arrivals, BankProperties properties, FaultHandler faults) {
        return new BackgroundLoop("bank-screening", pace(properties, BY_ITSELF), arrivals.credits(), faults, step);
    }

    @Bean
    BackgroundLoop sanctionsLoop(Upkeep upkeep, FaultHandler faults) {
        return BackgroundLoop.periodic("bank-sanctions", upkeep.reloadPause(), faults, upkeep.reload());
    }

    @Bean
    BackgroundLoop decisionsLoop(Upkeep upkeep, FaultHandler faults) {
        return BackgroundLoop.periodic("bank-decisions", upkeep.checkPause(), faults, upkeep.checkLog());
    }

    @Bean
    BackgroundLoop idempotencyLoop(PurgeStep step, IdempotencyProperties properties, FaultHandler faults) {
        return new BackgroundLoop("bank-idempotency", properties.purgePoll(), faults, step);
    }

    @Bean
    BackgroundLoop supplyLoop(SupplyStep step, BankProperties properties, FaultHandler faults) {
        return new BackgroundLoop("bank-supply", properties.enrollmentPoll(), faults, step);
    }
}
