package io.florin.bank.idempotency;

import java.time.InstantSource;
import java.util.function.IntSupplier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(IdempotencyProperties.class)
public class IdempotencyConfiguration {

    private static final int PURGED_AT_ONCE = 1_000;

    /// Forgets old answers; answers how many.
    public interface PurgeStep extends IntSupplier {}

    @Bean
    PurgeStep idempotencyPurge(IdempotencyStore store, IdempotencyProperties properties) {
        return () -> store.purge(properties.retention(), PURGED_AT_ONCE);
    }

    @Bean
    IdempotencyStore idempotencyStore(JdbcClient jdbc, PlatformTransactionManager transactions, InstantSource clock) {
        return new IdempotencyStore(jdbc, new TransactionTemplate(transactions), clock);
    }

    @Bean
    Idempotent idempotentRequests(IdempotencyStore store, JsonMapper json) {
        return new Idempotent(store, json);
    }
}
