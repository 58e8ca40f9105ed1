package io.florin.bank.wiring;

import io.florin.bank.accounts.Closings;
import io.florin.bank.certification.CertificationConfiguration.CertificationFigures;
import io.florin.bank.holdings.HoldingsConfiguration.NoteFigures;
import io.florin.bank.holdings.LedgerFollower;
import io.florin.bank.network.CommitterHead;
import io.florin.bank.payments.adapter.PaymentLoop;
import io.florin.bank.payments.adapter.PaymentRoom;
import io.florin.bank.payments.adapter.Payments;
import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.screening.ScreeningConfiguration.ScreeningFigures;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.observability.Metrics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Metrics and health of the bank.
@Configuration(proxyBeanMethods = false)
class ObservabilityConfiguration {

    private static final Metrics METRICS = new Metrics("bank");
    private static final Duration SILENCE_MAX = Duration.ofSeconds(15);

    /// Ready while the ledger is followed; a committer that is silent for a moment does not count.
    @Bean("serviceHealthIndicator")
    HealthIndicator serviceHealth(
            LedgerFollower follower,
            Holdings holdings,
            CommitterHead head,
            List<BackgroundLoop> loops,
            InstantSource clock) {
        return () -> {
            long silentSeconds =
                    Duration.between(follower.lastContact(), clock.instant()).toSeconds();
            long block = holdings.block();
            List<String> failing = loops.stream()
                    .filter(BackgroundLoop::isFailing)
                    .map(BackgroundLoop::name)
                    .toList();
            return (silentSeconds > SILENCE_MAX.toSeconds() ? Health.down() : Health.up())
                    .withDetail("block", block)
                    .withDetail("blocksBehind", Math.max(0, head.block() - block))
                    .withDetail("failing", failing)
                    .build();
        };
    }

    @Bean
    MeterBinder bankMetrics(
            Payments payments,
            PaymentLoop loop,
            PaymentRoom room,
            Holdings holdings,
            HiddenTokens hidden,
            NoteFigures notes,
            CommitterHead head,
            InstantSource clock) {
        PaymentCounts counts = new PaymentCounts(payments, clock);
        return registry -> {
            for (PaymentState state : PaymentState.values()) {
                Gauge.builder(METRICS.name("payments", "all"), counts, source -> source.of(state))
                        .tag(Metrics.STATUS, state.name().toLowerCase(Locale.ROOT))
                        .register(registry);
            }
            for (String reason : Payments.unbuildableReasons()) {
                FunctionCounter.builder(
                                METRICS.name("payments", "unmade"), payments, source -> source.unbuildable(reason))
                        .tag(Metrics.REASON, reason)
                        .register(registry);
            }
            FunctionCounter.builder(METRICS.name("payments", "proofs.failed"), payments, Payments::failedProofs)
                    .register(registry);
            FunctionCounter.builder(METRICS.name("payments", "looks"), loop, PaymentLoop::looks)
                    .register(registry);
            FunctionCounter.builder(METRICS.name("payments", "turned.away"), room, PaymentRoom::refused)
                    .register(registry);
            FunctionCounter.builder(METRICS.name("payments", "overlooked"), loop, PaymentLoop::overlooked)
                    .register(registry);
            Gauge.builder(METRICS.name("payments", "waiting.seconds"), counts, PaymentCounts::longestWait)
                    .register(registry);
            Gauge.builder(METRICS.name("payments", "open.transactions"), payments, Payments::openTransactions)
                    .register(registry);
            Gauge.builder(METRICS.name("holdings", "unreadable"), hidden, HiddenTokens::unreadable)
                    .register(registry);
            FunctionCounter.builder(
                            METRICS.name("notes", "forgotten"),
                            notes,
                            source -> source.forgotten().getAsLong())
                    .register(registry);
            Gauge.builder(
                            METRICS.name("notes", "held"),
                            notes,
                            source -> source.held().getAsLong())
                    .register(registry);
            Gauge.builder(METRICS.name("ledger", "block"), holdings, Holdings::block)
                    .register(registry);
            Gauge.builder(METRICS.name("ledger", "lag"), holdings, source -> Math.max(0, head.block() - source.block()))
                    .register(registry);
        };
    }

    @Bean
    MeterBinder certificationMetrics(CertificationFigures certification) {
        return registry -> FunctionCounter.builder(
                        METRICS.name("certification", "differences"),
                        certification,
                        source -> source.differences().getAsLong())
                .register(registry);
    }

    @Bean
    MeterBinder closingMetrics(Closings closings) {
        return registry -> {
            Gauge.builder(METRICS.name("closings", "open"), closings, Closings::underWay)
                    .register(registry);
            Gauge.builder(METRICS.name("closings", "closed.money"), closings, Closings::closedWithMoney)
                    .register(registry);
        };
    }

    @Bean
    MeterBinder screeningMetrics(ScreeningFigures figures) {
        return registry -> {
            for (String state : List.of("WAITING", "UNNAMED", "HIT", "KEPT", "REPORTED")) {
                Gauge.builder(
                                METRICS.name("credits", "held"),
                                figures,
                                source -> source.held().applyAsLong(state))
                        .tag(Metrics.STATUS, state.toLowerCase(Locale.ROOT))
                        .register(registry);
            }
            Gauge.builder(
                            METRICS.name("sanctions", "unreadable"),
                            figures,
                            source -> source.listCurrent().getAsBoolean() ? 0 : 1)
                    .register(registry);
            Gauge.builder(
                            METRICS.name("decisions", "broken"),
                            figures,
                            source -> source.logBroken().getAsBoolean() ? 1 : 0)
                    .register(registry);
        };
    }

    /// Counts all states at once and not more often than every few seconds.
    private static final class PaymentCounts {
        private static final Duration FRESH_FOR = Duration.ofSeconds(5);

        private final Payments payments;
        private final InstantSource clock;
        private Map<PaymentState, Long> counts = Map.of();
        private Duration longestWait = Duration.ZERO;
        private Instant until = Instant.EPOCH;

        PaymentCounts(Payments payments, InstantSource clock) {
            this.payments = payments;
            this.clock = clock;
        }

        synchronized long of(PaymentState state) {
            refresh();
            return counts.getOrDefault(state, 0L);
        }

        synchronized double longestWait() {
            refresh();
            return longestWait.toSeconds();
        }

        private void refresh() {
            Instant now = clock.instant();
            if (!until.isAfter(now)) {
                counts = payments.counts();
                longestWait = payments.longestWait();
                until = now.plus(FRESH_FOR);
            }
        }
    }
}
