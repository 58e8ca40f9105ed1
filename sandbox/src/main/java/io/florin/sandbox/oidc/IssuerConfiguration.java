package io.florin.sandbox.oidc;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.http.WrongCredentials;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.OAuth2AuthorizationServerConfiguration;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.oidc.OidcScopes;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.client.InMemoryRegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.settings.ClientSettings;
import org.springframework.security.oauth2.server.authorization.settings.TokenSettings;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.LoginUrlAuthenticationEntryPoint;
import org.springframework.security.web.util.matcher.MediaTypeRequestMatcher;

/// Two filter chains in front of the one of every service: the protocol endpoints, which send a browser without a
/// session to the login page, and the login page with its style. Without access rules of its own the service's chain
/// answers probes and denies the rest.
@Configuration(proxyBeanMethods = false)
class IssuerConfiguration {
    private static final String LOGIN = "/login";
    private static final String PAGE_POLICY =
            "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";

    private static final String ASSETS = "/console/assets/**";

    /// Secrets here are random, lie beside the demo in clear, and their hashes never leave this process; the least cost
    /// keeps the start of some twenty clients and people short.
    private static final int BCRYPT_STRENGTH = 4;

    private static final int AUTHORIZATIONS_MAX = 10_000;
    private static final int BEFORE_SECURITY = -101;

    @Bean
    @Order(1)
    SecurityFilterChain protocolEndpoints(HttpSecurity http) throws Exception {
        MediaTypeRequestMatcher browsers = new MediaTypeRequestMatcher(MediaType.TEXT_HTML);
        browsers.setIgnoredMediaTypes(Set.of(MediaType.ALL));
        http.oauth2AuthorizationServer(server -> {
            http.securityMatcher(server.getEndpointsMatcher());
            server.oidc(Customizer.withDefaults());
        });
        http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated());
        http.oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()));
        http.exceptionHandling(exceptions ->
                exceptions.defaultAuthenticationEntryPointFor(new LoginUrlAuthenticationEntryPoint(LOGIN), browsers));
        return http.build();
    }

    @Bean
    @Order(2)
    SecurityFilterChain loginPage(HttpSecurity http) throws Exception {
        http.securityMatcher(LOGIN, "/logout", LoginController.FIRST, LoginController.CONSOLE, ASSETS);
        http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll());
        http.formLogin(form -> form.loginPage(LOGIN));
        http.headers(headers -> headers.contentSecurityPolicy(policy -> policy.policyDirectives(PAGE_POLICY)));
        return http.build();
    }

    @Bean
    FilterRegistrationBean<GuessingFilter> guessingFilter(WrongCredentials wrong, ProblemWriter problems) {
        var registration = new FilterRegistrationBean<>(new GuessingFilter(wrong, problems));
        registration.setOrder(BEFORE_SECURITY);
        return registration;
    }

    @Bean
    AuthorizationServerSettings settings(OidcIssuerProperties properties) {
        return AuthorizationServerSettings.builder()
                .issuer(properties.issuer().toString())
                .build();
    }

    @Bean
    PasswordEncoder passwordEncoder() {
        return new BCryptPasswordEncoder(BCRYPT_STRENGTH);
    }

    @Bean
    UserDetailsService people(OidcIssuerProperties properties, PasswordEncoder encoder) {
        List<UserDetails> people = new ArrayList<>();
        properties
                .people()
                .forEach((name, person) -> people.add(User.withUsername(name)
                        .password(encoder.encode(person.password()))
                        .authorities(List.of())
                        .build()));
        return new InMemoryUserDetailsManager(people);
    }

    @Bean
    RegisteredClientRepository clients(OidcIssuerProperties properties, PasswordEncoder encoder) {
        List<RegisteredClient> clients = new ArrayList<>();
        for (Map.Entry<String, OidcIssuerProperties.Page> page :
                properties.pages().entrySet()) {
            clients.add(page(page.getKey(), page.getValue(), properties, encoder));
        }
        for (Map.Entry<String, OidcIssuerProperties.Machine> machine :
                properties.machines().entrySet()) {
            clients.add(machine(machine.getKey(), machine.getValue(), properties, encoder));
        }
        return new InMemoryRegisteredClientRepository(clients);
    }

    private static RegisteredClient page(
            String id, OidcIssuerProperties.Page page, OidcIssuerProperties properties, PasswordEncoder encoder) {
        return RegisteredClient.withId(id)
                .clientId(id)
                .clientSecret(encoder.encode(page.secret()))
                .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                .authorizationGrantType(AuthorizationGrantType.REFRESH_TOKEN)
                .redirectUris(uris -> uris.addAll(page.redirectUris()))
                .postLogoutRedirectUris(uris -> uris.addAll(page.postLogoutRedirectUris()))
                .scope(OidcScopes.OPENID)
                .scope(OidcScopes.PROFILE)
                .clientSettings(ClientSettings.builder()
                        .requireProofKey(true)
                        .requireAuthorizationConsent(false)
                        .build())
                .tokenSettings(tokens(properties))
                .build();
    }

    private static RegisteredClient machine(
            String id, OidcIssuerProperties.Machine machine, OidcIssuerProperties properties, PasswordEncoder encoder) {
        return RegisteredClient.withId(id)
                .clientId(id)
                .clientSecret(encoder.encode(machine.secret()))
                .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
                .tokenSettings(tokens(properties))
                .build();
    }

    private static TokenSettings tokens(OidcIssuerProperties properties) {
        return TokenSettings.builder()
                .accessTokenTimeToLive(properties.accessTokenLifetime())
                .refreshTokenTimeToLive(properties.refreshTokenLifetime())
                .reuseRefreshTokens(false)
                .build();
    }

    @Bean
    OAuth2AuthorizationService authorizations() {
        return new BoundedAuthorizations(AUTHORIZATIONS_MAX);
    }

    @Bean
    JWKSource<SecurityContext> signingKeys(OidcIssuerProperties properties) {
        return new ImmutableJWKSet<>(new JWKSet(SigningKeyFile.readOrCreate(properties.signingKeyFile())));
    }

    @Bean
    JwtDecoder jwtDecoder(JWKSource<SecurityContext> signingKeys) {
        return OAuth2AuthorizationServerConfiguration.jwtDecoder(signingKeys);
    }

    @Bean
    OAuth2TokenCustomizer<JwtEncodingContext> issuedClaims(OidcIssuerProperties properties) {
        return new IssuedClaims(properties);
    }
}
