package io.florin.runtime.service;

import java.time.Clock;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// What every service has: a clock and the handler of faults, which is also the health contributor `faults`.
@Configuration(proxyBeanMethods = false)
public class FlorinRuntime {

    @Bean
    @ConditionalOnMissingBean(InstantSource.class)
    InstantSource florinClock() {
        return Clock.systemUTC();
    }

    @Bean("faultsHealthIndicator")
    Faults faults() {
        return new Faults();
    }
}
