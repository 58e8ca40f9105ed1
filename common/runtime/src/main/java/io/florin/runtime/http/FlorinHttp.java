package io.florin.runtime.http;

import io.florin.runtime.activity.Activity;
import io.florin.runtime.observability.FlorinObservability;
import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.catalina.core.StandardHost;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.http.converter.xml.Jaxb2RootElementHttpMessageConverter;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.json.JsonMapper;

/// The HTTP edge of every service: strict JSON, problem details for every error, bounded bodies and request rates.
///
/// Filters run in this order: trace, body bound, rate, form of the request, own address, news for loops, then security.
@Configuration(proxyBeanMethods = false)
@Import({FlorinObservability.class, PlainNumbers.class, ProblemAdvice.class, ProblemErrorController.class})
@EnableConfigurationProperties(HttpProperties.class)
public class FlorinHttp {
    private static final int BODY_LIMIT_ORDER = Ordered.HIGHEST_PRECEDENCE + 10;
    private static final int RATE_LIMIT_ORDER = Ordered.HIGHEST_PRECEDENCE + 20;
    private static final int ICON_ORDER = RATE_LIMIT_ORDER + 1;
    private static final int FORM_ORDER = ICON_ORDER + 1;
    private static final int ADDRESS_ORDER = FORM_ORDER + 1;
    private static final int ACTIVITY_ORDER = ADDRESS_ORDER + 1;

    @Bean
    StrictJson strictJson() {
        return new StrictJson();
    }

    @Bean
    ProblemWriter problemWriter(JsonMapper json) {
        return new ProblemWriter(json);
    }

    @Bean
    FilterRegistrationBean<BodyLimitFilter> bodyLimitFilter(
            HttpProperties properties, ObjectProvider<BodyBound> otherBounds, ProblemWriter problems) {
        List<BodyBound> others = otherBounds.orderedStream().toList();
        var filter = new BodyLimitFilter(request -> bytesMax(request, others, properties), problems);
        var registration = new FilterRegistrationBean<>(filter);
        registration.setOrder(BODY_LIMIT_ORDER);
        return registration;
    }

    private static long bytesMax(HttpServletRequest request, List<BodyBound> others, HttpProperties properties) {
        for (BodyBound other : others) {
            OptionalLong bytesMax = other.bytesMax(request);
            if (bytesMax.isPresent()) {
                return bytesMax.getAsLong();
            }
        }
        return properties.bytesMaxFor(request.getRequestURI());
    }

    @Bean
    FilterRegistrationBean<RateLimitFilter> rateLimitFilter(
            HttpProperties properties, ProblemWriter problems, InstantSource clock) {
        HttpProperties.RateLimit limit = properties.rateLimit();
        var buckets = new TokenBuckets(limit.requestsPerSecond(), limit.burst(), limit.clientsMax(), clock);
        var registration = new FilterRegistrationBean<>(new RateLimitFilter(buckets, problems));
        registration.setOrder(RATE_LIMIT_ORDER);
        registration.setEnabled(limit.enabled());
        return registration;
    }

    @Bean
    FilterRegistrationBean<OwnAddressFilter> ownAddressFilter(HttpProperties properties) {
        var filter = new OwnAddressFilter(Optional.ofNullable(properties.publicAddress()));
        var registration = new FilterRegistrationBean<>(filter);
        registration.setOrder(ADDRESS_ORDER);
        return registration;
    }

    @Bean
    Activity activity() {
        return new Activity();
    }

    /// Before the ports close, which wait for requests under way.
    @Bean
    ApplicationListener<ContextClosedEvent> activityEnds(Activity activity) {
        return _ -> activity.end();
    }

    @Bean
    FilterRegistrationBean<ActivityFilter> activityFilter(Activity activity) {
        var registration = new FilterRegistrationBean<>(new ActivityFilter(activity));
        registration.setOrder(ACTIVITY_ORDER);
        return registration;
    }

    @Bean
    WrongCredentials wrongCredentials(HttpProperties properties, InstantSource clock) {
        return new WrongCredentials(properties.wrongCredentials(), clock);
    }

    @Bean
    FilterRegistrationBean<RequestFormFilter> requestFormFilter(ProblemWriter problems) {
        var registration = new FilterRegistrationBean<>(new RequestFormFilter(problems));
        registration.setOrder(FORM_ORDER);
        return registration;
    }

    @Bean
    FilterRegistrationBean<IconFilter> iconFilter() {
        var registration = new FilterRegistrationBean<>(new IconFilter());
        registration.setOrder(ICON_ORDER);
        registration.addUrlPatterns(IconFilter.PATH);
        return registration;
    }

    @Bean
    WebMvcConfigurer queryParameters() {
        return new WebMvcConfigurer() {
            /// No class here is bound to XML by JAXB; it would be asked about the type of each answer.
            @Override
            public void configureMessageConverters(HttpMessageConverters.ServerBuilder converters) {
                converters.configureMessageConvertersList(
                        list -> list.removeIf(converter -> converter instanceof Jaxb2RootElementHttpMessageConverter));
            }

            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new QueryParameters());
            }
        };
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemReports() {
        return factory -> factory.addContextCustomizers(context -> {
            if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(ProblemReportValve.class.getName());
            }
        });
    }
}
