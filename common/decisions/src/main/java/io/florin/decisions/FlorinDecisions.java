package io.florin.decisions;

import io.florin.identity.NodeIdentity;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The log of decisions of a service that imports this: store, check, `/v1/decisions` and `/console/decisions`.
///
/// The service gives a [DecisionFormat], the tables `decision` and `decision_head` in its migrations, the template
/// `decisions`, access rules, and a loop that calls [LogWatch#checkNow].
@Configuration(proxyBeanMethods = false)
@Import({DecisionApi.class, DecisionPages.class})
public class FlorinDecisions {

    @Bean
    DecisionStore decisionStore(DecisionFormat format, JdbcClient jdbc, NodeIdentity node, InstantSource clock) {
        return new DecisionStore(format, jdbc, node.networkId(), node.key(), clock);
    }

    @Bean
    LogWatch logWatch(DecisionStore store) {
        return new LogWatch(store);
    }
}
