package io.florin.committer.wiring;

import io.florin.committer.intake.adapter.BlockListener;
import io.florin.committer.reconciliation.adapter.ReconciliationStore;
import io.florin.committer.status.adapter.StatusPublisher;
import io.florin.runtime.observability.Metrics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Health and gauges.
@Configuration(proxyBeanMethods = false)
class ObservabilityWiring {

    private static final Metrics NAMES = CommitterMetrics.NAMES;

    /// Ready while blocks can be worked on and the state can be asked.
    @Bean("serviceHealthIndicator")
    HealthIndicator serviceHealth(CommitterEngine engine, BlockListener listener) {
        return () -> (engine.isRunning() && engine.canAnswer() ? Health.up() : Health.outOfService())
                .withDetail("lastBlock", engine.head().number())
                .withDetail("blocksBehind", behind(engine, listener))
                .withDetail("pendingBlocks", engine.pendingBlocks())
                .withDetail("source", listener.followed().toString())
                .build();
    }

    /// Up while so many parties answer that they could certify a block.
    @Bean("peersHealthIndicator")
    HealthIndicator quorumHealth(CommitterEngine engine, BlockListener listener) {
        return () -> {
            int quorum = engine.head().configuration().ordering().quorum();
            int answering = listener.answering();
            return (answering >= quorum ? Health.up() : Health.down())
                    .withDetail("answering", answering)
                    .withDetail("quorum", quorum)
                    .build();
        };
    }

    @Bean
    MeterBinder committerGauges(
            CommitterEngine engine, BlockListener listener, StatusPublisher publisher, ReconciliationStore store) {
        return registry -> {
            gauge(registry, "status", "height", engine, source -> source.head().number());
            gauge(registry, "intake", "lag", listener, source -> behind(engine, source));
            gauge(registry, "coordinator", "pending", engine, CommitterEngine::pendingBlocks);
            gauge(
                    registry,
                    "status",
                    "publish.lag",
                    publisher,
                    source -> engine.head().number() - source.published());
            gauge(
                    registry,
                    "reconciliation",
                    "height",
                    store,
                    source -> source.summary().height());
            gauge(
                    registry,
                    "reconciliation",
                    "checked",
                    store,
                    source -> source.summary().checked());
            gauge(
                    registry,
                    "reconciliation",
                    "open",
                    store,
                    source -> source.summary().open());
            gauge(
                    registry,
                    "reconciliation",
                    "missing",
                    store,
                    source -> source.summary().missing());
            gauge(
                    registry,
                    "reconciliation",
                    "wrong",
                    store,
                    source -> source.summary().wrong());
        };
    }

    private static <T> void gauge(
            MeterRegistry registry, String feature, String what, T source, ToDoubleFunction<T> value) {
        Gauge.builder(NAMES.name(feature, what), source, value).register(registry);
    }

    private static long behind(CommitterEngine engine, BlockListener listener) {
        return Math.max(0, listener.claimedHead() - engine.head().number());
    }
}
