package io.florin.runtime.security;

import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.http.Problems;
import io.florin.runtime.http.RequestFilter;
import io.florin.runtime.http.WrongCredentials;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;

/// Metrics for the holder of a token of their own ([MetricsProperties]): they show how much is paid and who is behind,
/// and whoever collects them goes on doing so while the issuer of all other tokens is down.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(MetricsProperties.class)
class MetricsSecurity {
    private static final String PATH = "/actuator/prometheus";
    private static final String SCHEME = "Bearer ";

    @Bean
    @Order(FlorinWebSecurity.METRICS_ORDER)
    SecurityFilterChain metricsChain(
            HttpSecurity http,
            OidcProperties oidc,
            MetricsProperties metrics,
            WrongCredentials wrong,
            ProblemWriter problems) {
        return FlorinWebSecurity.strictHeaders(http, oidc)
                .securityMatcher(PathPatternRequestMatcher.withDefaults().matcher(HttpMethod.GET, PATH))
                .csrf(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .addFilterAfter(new WrongTokenFilter(wrong, problems), HeaderWriterFilter.class)
                .addFilterAfter(new TokenFilter(metrics.token(), wrong, problems), WrongTokenFilter.class)
                .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .build();
    }

    private static final class TokenFilter extends RequestFilter {
        private final @Nullable String token;
        private final WrongCredentials wrong;
        private final ProblemWriter problems;

        TokenFilter(@Nullable String token, WrongCredentials wrong, ProblemWriter problems) {
            this.token = token;
            this.wrong = wrong;
            this.problems = problems;
        }

        @Override
        protected void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            String given = request.getHeader(HttpHeaders.AUTHORIZATION);
            if (given != null && token != null && isSame(given, SCHEME + token)) {
                chain.doFilter(request, response);
                return;
            }
            if (given != null) {
                wrong.add(request.getRemoteAddr());
            }
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"metrics\"");
            problems.write(
                    request,
                    response,
                    Problems.of(
                            ProblemCode.UNAUTHENTICATED, "Metrics are read with the token of florin.metrics.token."));
        }

        /// In a time that does not depend on where they differ.
        private static boolean isSame(String one, String other) {
            return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
        }
    }
}
