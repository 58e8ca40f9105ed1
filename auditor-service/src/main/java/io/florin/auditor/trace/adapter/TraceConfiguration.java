package io.florin.auditor.trace.adapter;

import jakarta.persistence.EntityManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The index of transactions.
@Configuration(proxyBeanMethods = false)
class TraceConfiguration {

    @Bean
    TraceIndex traceIndex(TraceRepository rows, EntityManager entities) {
        return new TraceIndex(rows, entities);
    }
}
