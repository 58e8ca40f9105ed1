package io.florin.centralbank.officers;

import io.florin.centralbank.protocol.OfficerDesk;
import java.time.InstantSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Builds the feature.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(OfficerProperties.class)
public class OfficersConfiguration {

    @Bean
    OfficerDesk officerDesk(OfficerProperties properties, InstantSource clock) {
        return new KeyFileOfficers(properties, clock);
    }
}
