package io.florin.bank.wiring;

import io.florin.bank.accounts.BankProperties;
import io.florin.bank.accounts.ClosingLoop;
import io.florin.bank.accounts.EnrollmentLoop;
import io.florin.bank.accounts.StandingFollower;
import io.florin.bank.accounts.WalletNews;
import io.florin.bank.accounts.WalletRecovery;
import io.florin.bank.certification.CertificationConfiguration.CertificationStep;
import io.florin.bank.credentials.CredentialsConfiguration.RenewalStep;
import io.florin.bank.holdings.HoldingsConfiguration.NoteStep;
import io.florin.bank.holdings.LedgerFollower;
import io.florin.bank.idempotency.IdempotencyConfiguration.PurgeStep;
import io.florin.bank.idempotency.IdempotencyProperties;
import io.florin.bank.limits.ExcessSweep;
import io.florin.bank.network.CommitterHead;
import io.florin.bank.payments.adapter.PaymentLoop;
import io.florin.bank.payments.adapter.PaymentsConfiguration.DueStep;
import io.florin.bank.payments.adapter.PaymentsConfiguration.PaymentWakeSignal;
import io.florin.bank.payments.adapter.PaymentsConfiguration.Targets;
import io.florin.bank.protocol.BankIdentity;
import io.florin.bank.protocol.CreditNews;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.reserves.SupplyLoop;
import io.florin.bank.screening.CreditScreening;
import io.florin.bank.screening.ScreeningConfiguration.Upkeep;
import io.florin.identity.FlorinIdentity;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.activity.Activity;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.audit.FlorinAudit;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.loop.BackgroundLoop.Pace;
import io.florin.runtime.loop.WakeSignal;
import io.florin.runtime.service.FaultHandler;
import io.florin.runtime.submission.EndorserClient;
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

    /// Longest pause while nothing happens at this bank: what makes work for its loops wakes them.
    private static final Duration REST = Duration.ofSeconds(5);

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

    /// A block that the bank follows may be the last of several.
    @Bean
    BackgroundLoop headLoop(CommitterHead head, BankProperties properties, Activity activity, FaultHandler faults) {
        return BackgroundLoop.resting("bank-head", restingAfter(properties.headPoll()), activity, faults, () -> {
            head.refresh();
            return 0;
        });
    }

    @Bean
    Arrivals arrivals() {
        return new Arrivals(new WakeSignal(), new WakeSignal());
    }

    @Bean
    CreditNews creditNews(Arrivals arrivals) {
        return new CreditNews(arrivals.credits()::wake);
    }

    private static Pace restingAfter(Duration pause) {
        return new Pace(pause, pause, pause.compareTo(REST) < 0 ? REST : pause);
    }

    /// @param blocks wakes for each, whoever is paid in it: an endorser that is asked for notes learns nothing by it
    /// @param credits wakes when credits were held that nobody has screened, or notes came that may be of some
    record Arrivals(WakeSignal blocks, WakeSignal credits) {}

    @Bean
    BackgroundLoop ledgerLoop(
            LedgerFollower follower,
            Arrivals arrivals,
            WalletRecovery wallets,
            BankProperties properties,
            Activity activity,
            FaultHandler faults) {
        return new BackgroundLoop("bank-ledger", properties.followPoll(), faults, () -> {
            int blocks = wallets.isKnown() ? follower.follow() : 0;
            if (blocks > 0) {
                arrivals.blocks().wake();
                activity.happened();
            }
            return blocks;
        });
    }

    /// Hidden notes are fetched before their blocks, which fetch those that are not here yet; those in the clear come
    /// when there are blocks.
    @Bean
    BackgroundLoop noteLoop(
            NoteStep step,
            Arrivals arrivals,
            WalletRecovery wallets,
            LedgerAccess ledger,
            BankProperties properties,
            Activity activity,
            FaultHandler faults) {
        Duration byItself = ledger.model() == PrivacyModel.CLEAR ? BY_ITSELF : properties.followPoll();
        Pace pace = pace(properties, byItself);
        return BackgroundLoop.resting(
                "bank-notes", pace, arrivals.blocks(), activity, faults, () -> wallets.isKnown() ? step.getAsInt() : 0);
    }

    private static Pace pace(BankProperties properties, Duration byItself) {
        Duration least = properties.paymentPoll();
        Duration most = least.compareTo(byItself) < 0 ? byItself : least;
        return new Pace(least, most, most.compareTo(REST) < 0 ? REST : most);
    }

    @Bean
    BackgroundLoop credentialLoop(RenewalStep step, BankProperties properties, FaultHandler faults) {
        return new BackgroundLoop("bank-credentials", properties.standingPoll(), faults, step);
    }

    @Bean
    BackgroundLoop certificationLoop(
            CertificationStep step, BankProperties properties, Activity activity, FaultHandler faults) {
        return BackgroundLoop.resting(
                "bank-certification", restingAfter(properties.followPoll()), activity, faults, step);
    }

    /// Woken by news of wallets alone, not by payments and blocks.
    @Bean
    BackgroundLoop enrollmentLoop(
            WalletRecovery recovery,
            EnrollmentLoop enrollment,
            WalletNews news,
            BankProperties properties,
            FaultHandler faults) {
        Pace pace = restingAfter(properties.enrollmentPoll());
        return new BackgroundLoop("bank-enrollment", pace, news.signal(), faults, () -> {
            recovery.settle();
            return enrollment.run() ? BackgroundLoop.AWAITS : 0;
        });
    }

    /// Not by the money of a ledger that the bank has not read to its end: time passes while it is away, too, and a
    /// closed wallet is never opened again.
    @Bean
    BackgroundLoop closingLoop(
            ClosingLoop closings,
            LedgerFollower follower,
            BankProperties properties,
            Activity activity,
            FaultHandler faults) {
        return BackgroundLoop.resting(
                "bank-closings",
                restingAfter(properties.enrollmentPoll()),
                activity,
                faults,
                () -> follower.hasReadAll(LEDGER_READ_FOR) ? closings.step() : 0);
    }

    @Bean
    BackgroundLoop registrationLoop(StandingFollower standings, BankProperties properties, FaultHandler faults) {
        return new BackgroundLoop("bank-registration", properties.recordsPoll(), faults, standings::step);
    }

    @Bean
    Targets paymentTargets(EndorserClient endorsers, BankProperties properties) {
        return new Targets(endorsers, properties.resendAfter(), properties.batch(), properties.submissionsMax());
    }

    private static Pace paymentPace(BankProperties properties) {
        Duration least = properties.paymentPoll();
        return new Pace(least, least.compareTo(PAYMENTS_BY_THEMSELVES) < 0 ? PAYMENTS_BY_THEMSELVES : least);
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
                paymentPace(properties),
                signal.signal(),
                faults,
                () -> head.isPast(ledger.configuration()) ? 0 : loop.step());
    }

    /// Not by the funds of a ledger that the bank has not read to its end: what is rejected on its day stays rejected.
    @Bean
    BackgroundLoop dueLoop(
            DueStep step, LedgerFollower follower, BankProperties properties, Activity activity, FaultHandler faults) {
        return BackgroundLoop.resting(
                "bank-due",
                restingAfter(properties.enrollmentPoll()),
                activity,
                faults,
                () -> follower.hasReadAll(LEDGER_READ_FOR) ? step.getAsInt() : 0);
    }

    @Bean
    BackgroundLoop sweepLoop(ExcessSweep sweep, BankProperties properties, Activity activity, FaultHandler faults) {
        return BackgroundLoop.resting(
                "bank-sweep", restingAfter(properties.enrollmentPoll()), activity, faults, sweep::step);
    }

    /// Screens credits from other banks, which are not available before.
    @Bean
    BackgroundLoop screeningLoop(
            CreditScreening screening,
            Arrivals arrivals,
            BankProperties properties,
            Activity activity,
            FaultHandler faults) {
        return BackgroundLoop.resting(
                "bank-screening", pace(properties, BY_ITSELF), arrivals.credits(), activity, faults, screening::step);
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
    BackgroundLoop supplyLoop(SupplyLoop supply, BankProperties properties, Activity activity, FaultHandler faults) {
        return BackgroundLoop.resting(
                "bank-supply", restingAfter(properties.enrollmentPoll()), activity, faults, supply::step);
    }
}
