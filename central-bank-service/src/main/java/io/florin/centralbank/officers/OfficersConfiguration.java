package io.florin.centralbank.officers;

import io.florin.decisions.DecisionLog;
import java.time.InstantSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(OfficerProperties.class)
public class OfficersConfiguration {

    @Bean
    KeyFileOfficers officerSignatures(
            OfficerProperties properties,
            InstantSource clock,
            DecisionLog log,
            PlatformTransactionManager transactions) {
        TransactionTemplate own = new TransactionTemplate(transactions);
        return new KeyFileOfficers(properties, clock, entry -> own.executeWithoutResult(_ -> log.append(entry)));
    }
}
