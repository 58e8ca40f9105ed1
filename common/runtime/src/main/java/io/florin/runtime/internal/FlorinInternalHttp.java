package io.florin.runtime.internal;

import io.florin.runtime.http.BodyBound;
import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.security.FlorinWebSecurity;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.json.JsonMapper;

/// The internal port, its security, and clients of other nodes' internal ports. Needs a [NodeTls].
@Configuration(proxyBeanMethods = false)
@Import(FlorinWebSecurity.class)
@EnableConfigurationProperties(InternalProperties.class)
public class FlorinInternalHttp {
    private static final int PEER_FILTER_ORDER = Ordered.HIGHEST_PRECEDENCE + 5;
    private static final int SECURITY_ORDER = 0;

    @Bean
    InternalPort internalPort(InternalProperties properties, NodeTls tls, ServerProperties server) {
        String publicAddress =
                server.getAddress() == null ? null : server.getAddress().getHostAddress();
        return new InternalPort(properties, tls, publicAddress);
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> internalConnector(InternalPort port) {
        return factory -> factory.addAdditionalConnectors(port.connector());
    }

    @Bean
    FilterRegistrationBean<PeerFilter> peerFilter(InternalPort port, NodeTls tls, ProblemWriter problems) {
        var registration = new FilterRegistrationBean<>(new PeerFilter(port, tls.network(), problems));
        registration.setOrder(PEER_FILTER_ORDER);
        return registration;
    }

    @Bean
    BodyBound internalBodyBound(InternalPort port, InternalProperties properties) {
        long bytesMax = properties.bodyMax().toBytes();
        return request -> port.received(request) ? OptionalLong.of(bytesMax) : OptionalLong.empty();
    }

    @Bean
    @Order(SECURITY_ORDER)
    SecurityFilterChain internalSecurity(InternalPort port, ProblemWriter problems) {
        return new DefaultSecurityFilterChain(port::received, new PeerGate(problems));
    }

    @Bean
    WebMvcConfigurer internalEndpoints() {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new AllowPeersInterceptor()).addPathPatterns("/internal", "/internal/**");
            }

            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(new PeerArgument());
            }
        };
    }

    @Bean
    InternalClients internalClients(NodeTls tls, JsonMapper json, InternalProperties properties) {
        return new InternalClients(tls, json, properties.connectTimeout(), properties.readTimeout());
    }

    @Bean
    MeterBinder certificateTimeLeft(NodeTls tls, InstantSource clock) {
        Instant validUntil = tls.validUntil();
        return registry -> TimeGauge.builder(
                        "florin.runtime.tls.left",
                        clock,
                        TimeUnit.SECONDS,
                        source -> Duration.between(source.instant(), validUntil).toSeconds())
                .description("time until the node's certificate expires")
                .register(registry);
    }
}
