package io.florin.runtime.security;

import com.github.benmanes.caffeine.cache.Ticker;
import io.florin.runtime.console.ConsolePages;
import io.florin.runtime.http.AnswerBound;
import io.florin.runtime.http.FlorinHttp;
import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.http.WrongCredentials;
import jakarta.servlet.Filter;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtAudienceValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.JwtTypeValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationConverter;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationProvider;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationFilter;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.AuthenticationEntryPointFailureHandler;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.header.writers.CrossOriginOpenerPolicyHeaderWriter.CrossOriginOpenerPolicy;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;
import org.springframework.security.web.util.matcher.AnyRequestMatcher;
import org.springframework.web.client.RestTemplate;

/// Security of the public port: bearer tokens, the service's [AccessRules], everything else denied.
///
/// Pages under `/console` have their own chain with sign-in ([ConsoleSecurity]) when a client is configured. Everything
/// else passes one filter ([ProgramGate]), which keeps no session and needs no CSRF token, since a browser attaches no
/// bearer token by itself.
@Configuration(proxyBeanMethods = false)
@Import({FlorinHttp.class, MetricsSecurity.class, ConsoleSecurity.class, ConsolePages.class})
@EnableConfigurationProperties(OidcProperties.class)
public class FlorinWebSecurity {
    private static final long KEYS_BYTES_MAX = 1L << 20;

    static final String PERMISSIONS = "camera=(), geolocation=(), microphone=()";

    private static final int PROGRAMS_ORDER = 1;
    static final int METRICS_ORDER = 5;
    static final int CONSOLE_ORDER = 10;
    static final int API_ORDER = 20;

    /// A method that nobody knows is one that no rule names, and is answered as such: 404, or 405 with those of the
    /// path.
    @Bean
    HttpFirewall firewall() {
        var firewall = new PlainPathFirewall();
        firewall.setUnsafeAllowAnyHttpMethod(true);
        return firewall;
    }

    /// Requests are observed as a whole, not by each filter, decision and authentication on their way.
    @Bean
    SecurityObservationSettings securityObservations() {
        return SecurityObservationSettings.noObservations();
    }

    /// Before all other chains, which a request of a program need not be compared with.
    @Bean
    @Order(PROGRAMS_ORDER)
    SecurityFilterChain programs(ProgramGate gate) {
        return new DefaultSecurityFilterChain(request -> request.getRequestURI().startsWith("/v1/"), gate);
    }

    /// Chain of the paths that no other chain serves.
    @Bean
    @Order(API_ORDER)
    SecurityFilterChain apiSecurity(ProgramGate gate) {
        return new DefaultSecurityFilterChain(AnyRequestMatcher.INSTANCE, gate);
    }

    @Bean
    ProgramGate programGate(
            ObjectProvider<AccessRules> accessRules,
            OidcProperties oidc,
            ProblemWriter writer,
            WrongCredentials wrong,
            ObjectProvider<JwtDecoder> tokens) {
        AccessRules rules = accessRules.getIfAvailable(AccessRules::of);
        if (rules.needCallers() && !oidc.hasIssuer()) {
            throw new IllegalStateException("florin.oidc.issuer must be set: some access rules need a known caller");
        }
        var problems = new SecurityProblems(writer, wrong);
        return new ProgramGate(
                rules,
                new StrictHeaders(policy(oidc)),
                wrong,
                problems,
                writer,
                new RememberedCallers(InstantSource.system(), Ticker.systemTicker()),
                Optional.ofNullable(tokens.getIfAvailable()).map(decoder -> verifier(decoder, oidc, problems)));
    }

    /// The container would run a filter that is a bean for every request, outside of its chain.
    @Bean
    FilterRegistrationBean<ProgramGate> programGateInItsChains(ProgramGate gate) {
        var registration = new FilterRegistrationBean<>(gate);
        registration.setEnabled(false);
        return registration;
    }

    private static Filter verifier(JwtDecoder decoder, OidcProperties oidc, SecurityProblems problems) {
        var provider = new JwtAuthenticationProvider(decoder);
        provider.setJwtAuthenticationConverter(converter(oidc));
        var filter = new BearerTokenAuthenticationFilter(new ProviderManager(provider));
        filter.setAuthenticationEntryPoint(problems);
        var handler = new AuthenticationEntryPointFailureHandler(problems);
        handler.setRethrowAuthenticationServiceException(false);
        filter.setAuthenticationFailureHandler(handler);
        return filter;
    }

    /// Checks issuer, times, type and audience; fetches the issuer's keys at the first token, not at start-up.
    @Bean
    @ConditionalOnProperty("florin.oidc.issuer")
    JwtDecoder jwtDecoder(OidcProperties oidc) {
        var requests = new JdkClientHttpRequestFactory(
                HttpClient.newBuilder().connectTimeout(oidc.timeout()).build());
        requests.setReadTimeout(oidc.timeout());
        var keys = new RestTemplate(requests);
        keys.getInterceptors().add(new AnswerBound(KEYS_BYTES_MAX));
        NimbusJwtDecoder decoder = NimbusJwtDecoder.withJwkSetUri(oidc.keysUri().toString())
                .validateType(false)
                .jwsAlgorithms(algorithms -> {
                    algorithms.add(SignatureAlgorithm.RS256);
                    algorithms.add(SignatureAlgorithm.PS256);
                    algorithms.add(SignatureAlgorithm.ES256);
                })
                .restOperations(keys)
                .build();
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(validators(oidc)));
        return decoder;
    }

    private static List<OAuth2TokenValidator<Jwt>> validators(OidcProperties oidc) {
        var type = new JwtTypeValidator("JWT", "at+jwt");
        type.setAllowEmpty(true);
        List<OAuth2TokenValidator<Jwt>> validators = new ArrayList<>(List.of(
                new JwtTimestampValidator(oidc.clockSkew()), new JwtIssuerValidator(oidc.requiredIssuer()), type));
        if (oidc.audience() != null) {
            validators.add(new JwtAudienceValidator(oidc.audience()));
        }
        return validators;
    }

    private static JwtAuthenticationConverter converter(OidcProperties oidc) {
        var converter = new JwtAuthenticationConverter();
        converter.setJwtGrantedAuthoritiesConverter(
                token -> RolesClaim.authorities(token.getClaims().get(oidc.rolesClaim())));
        return converter;
    }

    /// No foreign scripts, styles, frames or forms; no caching of answers. Forms may lead to the issuer (sign-out).
    static HttpSecurity strictHeaders(HttpSecurity http, OidcProperties oidc) {
        return http.headers(headers -> headers.contentSecurityPolicy(csp -> csp.policyDirectives(policy(oidc)))
                .referrerPolicy(referrer -> referrer.policy(ReferrerPolicy.SAME_ORIGIN))
                .frameOptions(HeadersConfigurer.FrameOptionsConfig::deny)
                .permissionsPolicyHeader(permissions -> permissions.policy(PERMISSIONS))
                .crossOriginOpenerPolicy(opener -> opener.policy(CrossOriginOpenerPolicy.SAME_ORIGIN)));
    }

    private static String policy(OidcProperties oidc) {
        String forms = oidc.hasIssuer() ? "'self' " + origin(URI.create(oidc.requiredIssuer())) : "'self'";
        return "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
                + "frame-ancestors 'none'; form-action " + forms;
    }

    private static String origin(URI uri) {
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        return uri.getScheme() + "://" + uri.getHost() + port;
    }
}
