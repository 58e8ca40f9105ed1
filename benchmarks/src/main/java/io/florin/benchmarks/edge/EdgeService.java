package io.florin.benchmarks.edge;

import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.internal.AllowPeers;
import io.florin.runtime.internal.CertificateAuthority;
import io.florin.runtime.internal.FlorinInternalHttp;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.NodeTls;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.security.AccessRule;
import io.florin.runtime.security.AccessRules;
import io.florin.runtime.security.CallerFilter;
import io.florin.runtime.security.ParticipantFilter;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.security.KeyPair;
import java.security.Principal;
import java.time.Instant;
import java.util.List;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.service.annotation.PostExchange;

/// A service as banks are, public and internal port, whose controllers answer at once: with an order's form on one side
/// and a question of another node on the other.
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({FlorinInternalHttp.class, EdgeService.Orders.class, EdgeService.Questions.class})
public class EdgeService {
    static final String CONFIG = "edge-bench";
    static final String PROGRAM = "bank-api";
    static final String PARTICIPANT = "bank-1";
    static final String ORDERS = "/v1/payments";

    private static final String NETWORK = "edge-bench";
    private static final CertificateAuthority AUTHORITY = CertificateAuthority.create(NETWORK, Instant.now());

    /// Certificate and key of a node of the benchmark's network.
    static NodeTls node(NodeRole role) {
        Peer peer = new Peer(role, 1);
        KeyPair keys = CertificateAuthority.newKeyPair();
        return NodeTls.of(
                NETWORK,
                peer,
                keys.getPrivate(),
                List.of(AUTHORITY.issue(NETWORK, peer, keys.getPublic(), Instant.now())),
                AUTHORITY.certificate());
    }

    @Bean
    NodeTls nodeTls() {
        return node(NodeRole.BANK);
    }

    /// As many rules as a bank has before and behind the one that fits.
    @Bean
    AccessRules accessRules() {
        return AccessRules.of(
                AccessRule.open(HttpMethod.GET, "/v3/api-docs"),
                AccessRule.allow(HttpMethod.GET, "/v1/customers", PROGRAM),
                AccessRule.allow(HttpMethod.GET, "/v1/customers/{id}", PROGRAM),
                AccessRule.allow(HttpMethod.GET, "/v1/wallets/{number}/balance", PROGRAM),
                AccessRule.allow(HttpMethod.GET, "/v1/wallets/{number}/entries", PROGRAM),
                AccessRule.allow(HttpMethod.GET, ORDERS, PROGRAM),
                AccessRule.allow(HttpMethod.GET, "/v1/payments/{id}", PROGRAM),
                AccessRule.allow(HttpMethod.POST, "/v1/customers", PROGRAM),
                AccessRule.allow(HttpMethod.POST, "/v1/customers/{id}/wallets", PROGRAM),
                AccessRule.allow(HttpMethod.POST, ORDERS, PROGRAM),
                AccessRule.allow(HttpMethod.POST, "/v1/payments/batches", PROGRAM),
                AccessRule.allow(HttpMethod.GET, "/console/**", "bank-clerk"));
    }

    @Bean
    FilterRegistrationBean<ParticipantFilter> participantFilter(ProblemWriter problems) {
        var registration = new FilterRegistrationBean<>(
                new ParticipantFilter(PARTICIPANT, "The caller does not act for this bank.", problems));
        registration.addUrlPatterns("/v1/*", "/console", "/console/*");
        registration.setOrder(CallerFilter.ORDER);
        return registration;
    }

    record Payee(
            @NotBlank @Size(max = 140) String name,
            @NotBlank @Size(max = 140) String account) {}

    record Order(
            @Min(0) long wallet,
            @NotNull @Valid Payee payee,
            @Min(1) @Max(1_000_000_000) long amount,
            @NotNull @Pattern(regexp = "[A-Z]{3}") String currency) {}

    @RestController
    static class Orders {

        @PostMapping(ORDERS)
        ResponseEntity<String> pay(
                @RequestHeader("Idempotency-Key") String key, @Valid @RequestBody Order form, Principal caller) {
            return ResponseEntity.accepted()
                    .contentType(MediaType.APPLICATION_JSON)
                    .body("""
                        {"key":"%s","caller":"%s","amount":%d}\
                        """.formatted(key, caller.getName(), form.amount()));
        }
    }

    /// Internal interface that one node calls another by.
    interface Contract {
        @AllowPeers("bank")
        @PostExchange("/internal/questions")
        Answer ask(@RequestBody Question question);
    }

    record Question(List<String> ids) {}

    record Answer(List<String> ids, String caller) {}

    @RestController
    static class Questions implements Contract {

        @Override
        public Answer ask(Question question) {
            return new Answer(question.ids(), "known");
        }
    }
}
