package io.florin.runtime.app;

import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import io.florin.runtime.internal.FlorinInternalHttp;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.NodeTls;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.internal.PeerAuthentication;
import io.florin.runtime.observability.TraceContext;
import io.florin.runtime.security.AccessRule;
import io.florin.runtime.security.AccessRules;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import java.security.Principal;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// A service with one of everything.
@SpringBootApplication(proxyBeanMethods = false)
@Import(FlorinInternalHttp.class)
public class TestApplication {

    @Bean
    NodeTls nodeTls(Environment settings) {
        return TestNetwork.HERE.node(new Peer(
                NodeRole.ofLabel(settings.getRequiredProperty("florin.node.role")),
                settings.getRequiredProperty("florin.node.id", Integer.class)));
    }

    @Bean
    AccessRules accessRules() {
        return AccessRules.of(
                AccessRule.open(HttpMethod.POST, "/v1/open/payments"),
                AccessRule.open(HttpMethod.GET, "/v1/open/numbers/{number}"),
                AccessRule.open(HttpMethod.GET, "/v1/open/words"),
                AccessRule.open(HttpMethod.GET, "/v1/open/bug"),
                AccessRule.open(HttpMethod.GET, "/v1/open/busy"),
                AccessRule.open(HttpMethod.GET, "/v1/open/refusal"),
                AccessRule.open(HttpMethod.GET, "/v1/open/trace"),
                AccessRule.open(HttpMethod.GET, "/v1/open/no-handler"),
                AccessRule.open(HttpMethod.POST, "/v1/files"),
                AccessRule.open(HttpMethod.POST, "/v1/open/orders"),
                AccessRule.signedIn(HttpMethod.GET, "/v1/me"),
                AccessRule.allow(HttpMethod.GET, "/v1/supply", "officer"),
                AccessRule.allow(HttpMethod.GET, "/console", "officer"),
                AccessRule.allow(HttpMethod.POST, "/console/approvals", "officer"));
    }

    public record Line(@NotBlank String payee, @Max(1000) long amount) {}

    public record Payment(@NotBlank String payer, List<@Valid Line> lines) {}

    @RestController
    static class PublicController {

        @PostMapping(path = "/v1/open/payments", consumes = MediaType.APPLICATION_JSON_VALUE)
        Map<String, Object> pay(@Valid @RequestBody Payment payment) {
            return Map.of("lines", payment.lines().size());
        }

        @GetMapping(path = "/v1/open/numbers/{number}", produces = MediaType.APPLICATION_JSON_VALUE)
        Map<String, Long> number(
                @PathVariable long number, @RequestParam(name = "round", defaultValue = "1") int round) {
            return Map.of("number", number);
        }

        @GetMapping(path = "/v1/open/words", produces = MediaType.TEXT_PLAIN_VALUE)
        String words(
                @RequestParam(name = "word", defaultValue = "all") String word,
                @RequestParam(name = "note", required = false) @Nullable String note,
                @RequestParam(name = "each", required = false) @Nullable List<String> each) {
            return word + " " + note + " " + each;
        }

        @GetMapping("/v1/open/bug")
        String bug() {
            throw new IllegalStateException("a secret of the implementation");
        }

        @GetMapping("/v1/open/busy")
        String busy() {
            throw new IllegalStateException(
                    "no transaction", new SQLTransientConnectionException("no free connection to db.internal"));
        }

        @GetMapping("/v1/open/refusal")
        String refusal() {
            throw new ProblemException(
                    HttpStatus.CONFLICT, "already-paid", "Already paid", "Paid before.", Map.of("block", 7));
        }

        @GetMapping("/v1/open/trace")
        String trace() {
            return TraceContext.current().map(TraceContext::traceId).orElse("none");
        }

        @PostMapping("/v1/open/orders")
        String order(@RequestHeader("Idempotency-Key") String key, @RequestParam("amount") long amount) {
            return key + " " + amount;
        }

        @PostMapping("/v1/files")
        String file(@RequestBody byte[] content) {
            return Integer.toString(content.length);
        }

        @GetMapping("/v1/me")
        String me(Principal caller) {
            return caller.getName();
        }

        @GetMapping("/v1/supply")
        String supply() {
            return "supply";
        }

        @GetMapping("/v1/forgotten")
        String forgotten() {
            return "no rule names this";
        }

        @GetMapping("/console")
        String console(@Nullable Principal caller) {
            return "console of " + (caller == null ? "nobody" : caller.getName());
        }

        @PostMapping("/console/approvals")
        String approve() {
            return "approved";
        }
    }

    @RestController
    static class InternalController implements InternalContract {

        @Override
        public Answer ask(Question question) {
            return new Answer(question.text(), PeerAuthentication.currentPeer().toString());
        }

        @Override
        public byte[] echo(byte[] bytes) {
            return bytes;
        }

        @AllowPeers("endorser")
        @GetMapping("/internal/caller")
        String caller(Peer caller, Principal principal) {
            return caller + " " + principal.getName() + " "
                    + TraceContext.currentOrNew().traceId();
        }

        @GetMapping("/internal/unmarked")
        String unmarked() {
            return "nobody may call this";
        }

        @AllowPeers("committer")
        @GetMapping("/internal/committers")
        String committers() {
            return "committers only";
        }
    }
}
