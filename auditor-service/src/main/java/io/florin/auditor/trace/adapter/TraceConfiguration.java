package io.florin.auditor.trace.adapter;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The index of transactions.
@Configuration(proxyBeanMethods = false)
class TraceConfiguration {

    @Bean
    TraceIndex traceIndex(JdbcClient jdbc) {
        return new TraceIndex(jdbc);
    }
}
