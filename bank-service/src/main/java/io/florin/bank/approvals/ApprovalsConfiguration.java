package io.florin.bank.approvals;

import io.florin.bank.idempotency.Idempotent;
import io.florin.bank.protocol.ApprovalProperties;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.MoneyMover;
import java.time.InstantSource;
import java.util.List;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ApprovalProperties.class)
public class ApprovalsConfiguration {

    @Bean
    HeldOrders heldOrders(JdbcClient jdbc, InstantSource clock, IdSource ids) {
        return new HeldOrders(jdbc, clock, ids);
    }

    @Bean
    FourEyes fourEyes(ApprovalProperties properties, HeldOrders held, Idempotent idempotent, List<MoneyMover> movers) {
        return new FourEyes(properties, held, idempotent, movers);
    }
}
