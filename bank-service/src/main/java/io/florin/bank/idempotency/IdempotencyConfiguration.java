package io.florin.bank.idempotency;

import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.Idempotent;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/// Builds the feature.
@Configuration(proxyBeanMethods = false)
public class IdempotencyConfiguration {

    @Bean
    IdempotencyStore idempotencyStore(
            JdbcClient jdbc, PlatformTransactionManager transactions, InstantSource clock, IdSource ids) {
        return new IdempotencyStore(jdbc, new TransactionTemplate(transactions), clock, ids);
    }

    @Bean
    Idempotent idempotentRequests(IdempotencyStore store, JsonMapper json) {
        return new IdempotentRequests(store, json);
    }
}
