package io.florin.runtime.observability;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import jakarta.servlet.DispatcherType;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.filter.RequestContextFilter;
import org.springframework.web.filter.ServerHttpObservationFilter;

/// The trace filter, before every other filter, and behind it the clock of requests.
@Configuration(proxyBeanMethods = false)
public class FlorinObservability {
    private static final int TIMES_ORDER = Ordered.HIGHEST_PRECEDENCE + 1;

    @Bean
    FilterRegistrationBean<TraceFilter> traceFilter() {
        var registration = new FilterRegistrationBean<>(new TraceFilter());
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ERROR, DispatcherType.ASYNC);
        return registration;
    }

    @Bean
    FilterRegistrationBean<RequestTimes> requestTimes(ObjectProvider<MeterRegistry> registry) {
        var registration =
                new FilterRegistrationBean<>(new RequestTimes(registry.getIfAvailable(SimpleMeterRegistry::new)));
        registration.setOrder(TIMES_ORDER);
        return registration;
    }

    /// Gives way to [RequestTimes].
    @Bean
    FilterRegistrationBean<ServerHttpObservationFilter> observationsOfRequests() {
        var registration = new FilterRegistrationBean<>(new ServerHttpObservationFilter(ObservationRegistry.NOOP));
        registration.setEnabled(false);
        return registration;
    }

    /// The servlet makes a request known to its thread by itself; nothing before it asks.
    @Bean
    FilterRegistrationBean<RequestContextFilter> requestsOfThreads() {
        var registration = new FilterRegistrationBean<>(new RequestContextFilter());
        registration.setEnabled(false);
        return registration;
    }
}
