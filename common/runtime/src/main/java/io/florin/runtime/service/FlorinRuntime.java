package io.florin.runtime.service;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Clock;
import java.time.InstantSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Beans of every service: a clock, the native curve, and the handler of faults, which is also the health contributor
/// `faults`.
@Configuration(proxyBeanMethods = false)
public class FlorinRuntime {

    @Bean
    @ConditionalOnMissingBean(InstantSource.class)
    InstantSource florinClock() {
        return Clock.systemUTC();
    }

    @Bean
    CurveInUse curveInUse(@Value("${florin.crypto.slow-allowed:false}") boolean slowAllowed) {
        return new CurveInUse(slowAllowed);
    }

    @Bean
    MeterBinder curveGauge(CurveInUse curve) {
        return registry -> Gauge.builder("florin.crypto.native", curve, CurveInUse::gauge)
                .description("1 if BLS12-381 is computed by native code")
                .register(registry);
    }

    @Bean("faultsHealthIndicator")
    Faults faults() {
        return new Faults();
    }
}
