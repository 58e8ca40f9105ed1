package io.florin.runtime.security;

import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.http.WrongCredentials;
import jakarta.servlet.DispatcherType;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.mapping.GrantedAuthoritiesMapper;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.oidc.user.OidcUserAuthority;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/// Sign-in for pages: OpenID Connect with authorization code and PKCE, a session cookie, CSRF tokens on every form.
///
/// The client is built from properties, so a service starts while its issuer is down. Present only where
/// `florin.oidc.client-id` is set; without it `/console` is denied like everything that no chain serves.
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("florin.oidc.client-id")
class ConsoleSecurity {
    static final String REGISTRATION = "florin";
    private static final String SIGN_IN = "/oauth2/authorization/" + REGISTRATION;
    private static final RequestMatcher SIGN_IN_PATHS = anyOf("/oauth2/authorization/*", "/login/oauth2/code/*");
    private static final RequestMatcher LOGOUT = anyOf("/logout");

    @Bean
    ClientRegistrationRepository clientRegistrations(OidcProperties oidc) {
        boolean confidential =
                oidc.clientSecret() != null && !oidc.clientSecret().isBlank();
        ClientRegistration.Builder client = ClientRegistration.withRegistrationId(REGISTRATION)
                .clientId(String.valueOf(oidc.clientId()))
                .clientAuthenticationMethod(
                        confidential ? ClientAuthenticationMethod.CLIENT_SECRET_BASIC : ClientAuthenticationMethod.NONE)
                .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                .clientSettings(ClientRegistration.ClientSettings.builder()
                        .requireProofKey(true)
                        .build())
                .redirectUri("{baseUrl}/login/oauth2/code/{registrationId}")
                .scope(oidc.scopes())
                .issuerUri(oidc.requiredIssuer())
                .authorizationUri(oidc.signInUri().toString())
                .tokenUri(oidc.codeExchangeUri().toString())
                .jwkSetUri(oidc.keysUri().toString())
                .userNameAttributeName("sub");
        if (confidential) {
            client.clientSecret(String.valueOf(oidc.clientSecret()));
        }
        if (oidc.endSessionUri() != null) {
            client.providerConfigurationMetadata(
                    Map.of("end_session_endpoint", oidc.endSessionUri().toString()));
        }
        return new InMemoryClientRegistrationRepository(client.build());
    }

    @Bean
    @Order(FlorinWebSecurity.CONSOLE_ORDER)
    SecurityFilterChain consoleSecurity(
            HttpSecurity http,
            ObjectProvider<AccessRules> accessRules,
            OidcProperties oidc,
            ClientRegistrationRepository clients,
            ProblemWriter writer,
            WrongCredentials wrong) {
        AccessRules rules = accessRules.getIfAvailable(AccessRules::of);
        var signOut = new OidcClientInitiatedLogoutSuccessHandler(clients);
        signOut.setPostLogoutRedirectUri("{baseUrl}/console");
        signOut.setDefaultTargetUrl("/console");
        FlorinWebSecurity.strictHeaders(http, oidc)
                .securityMatcher(new OrRequestMatcher(anyOf("/console", "/console/**"), SIGN_IN_PATHS, LOGOUT))
                .addFilterAfter(
                        new UnlistedPathFilter(rules, new OrRequestMatcher(SIGN_IN_PATHS, LOGOUT), writer),
                        HeaderWriterFilter.class)
                .authorizeHttpRequests(
                        requests -> requests.dispatcherTypeMatchers(DispatcherType.ERROR, DispatcherType.ASYNC)
                                .permitAll()
                                .anyRequest()
                                .access(new RuleAuthorization(rules)))
                .oauth2Login(login -> login.loginPage(SIGN_IN)
                        .defaultSuccessUrl("/console")
                        .failureHandler((request, response, failed) ->
                                new SecurityProblems(writer, wrong).commence(request, response, failed))
                        .userInfoEndpoint(users -> users.userAuthoritiesMapper(roles(oidc))))
                .logout(logout -> logout.logoutUrl("/logout").logoutSuccessHandler(signOut))
                .exceptionHandling(handling -> handling.authenticationEntryPoint(new SignInEntryPoint(SIGN_IN, writer))
                        .accessDeniedHandler(new SecurityProblems(writer, wrong)));
        return http.build();
    }

    private static GrantedAuthoritiesMapper roles(OidcProperties oidc) {
        return authorities -> ofIdToken(authorities, oidc.rolesClaim());
    }

    private static Set<GrantedAuthority> ofIdToken(
            Collection<? extends GrantedAuthority> authorities, String rolesClaim) {
        Set<GrantedAuthority> roles = new LinkedHashSet<>();
        for (GrantedAuthority authority : authorities) {
            if (authority instanceof OidcUserAuthority user) {
                roles.addAll(RolesClaim.authorities(user.getAttributes().get(rolesClaim)));
            }
        }
        return roles;
    }

    private static RequestMatcher anyOf(String... patterns) {
        var matchers = new RequestMatcher[patterns.length];
        for (int i = 0; i < patterns.length; i++) {
            matchers[i] = PathPatternRequestMatcher.withDefaults().matcher(patterns[i]);
        }
        return new OrRequestMatcher(matchers);
    }
}
