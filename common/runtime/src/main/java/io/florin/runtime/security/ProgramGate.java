package io.florin.runtime.security;

import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.http.TooManyRequests;
import io.florin.runtime.http.WrongCredentials;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.InsufficientAuthenticationException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;

/// The way in for programs, in order of cost: a path and method that some rule names (404 or 405), a source that has
/// not sent too many wrong tokens (429), a token that was verified of late or is verified now (401), and a caller whom
/// the rule admits (401, 403). No session, nothing kept for a later request but verified tokens.
///
/// Verifying is Spring's (`BearerTokenAuthenticationFilter`), which runs for tokens that are not remembered. What the
/// other ten filters of Spring's chain do is done here in one: the caller is set for the thread and for the request,
/// and taken back at the end.
final class ProgramGate implements Filter {
    private static final String CALLER = ProgramGate.class.getName() + ".caller";
    private static final Authentication NOBODY =
            new AnonymousAuthenticationToken("gate", "nobody", AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS"));

    private final AccessRules rules;
    private final StrictHeaders headers;
    private final WrongCredentials wrong;
    private final SecurityProblems refusals;
    private final ProblemWriter problems;
    private final RememberedCallers remembered;
    private final Optional<Filter> verifier;

    /// @param verifier lets requests with a valid token pass, with the caller set for the thread, and those without
    /// any; where there is none, no caller can be known
    ProgramGate(
            AccessRules rules,
            StrictHeaders headers,
            WrongCredentials wrong,
            SecurityProblems refusals,
            ProblemWriter problems,
            RememberedCallers remembered,
            Optional<Filter> verifier) {
        this.rules = rules;
        this.headers = headers;
        this.wrong = wrong;
        this.refusals = refusals;
        this.problems = problems;
        this.remembered = remembered;
        this.verifier = verifier;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!(request instanceof HttpServletRequest asked) || !(response instanceof HttpServletResponse answer)) {
            throw new ServletException("only HTTP passes the gate");
        }
        if (request.getDispatcherType() != DispatcherType.REQUEST) {
            // an error page, or the rest of an asynchronous answer, to a request that passed before
            pass(asked, answer, chain, asked.getAttribute(CALLER) instanceof Authentication known ? known : null);
            return;
        }
        headers.write(asked, answer);
        Optional<AccessRule> rule = rules.ruleFor(asked);
        if (rule.isEmpty()) {
            UnlistedPathFilter.answer(asked, answer, rules.methodsOf(asked), problems);
            return;
        }
        String authorization = asked.getHeader(HttpHeaders.AUTHORIZATION);
        Optional<Duration> wait = authorization == null ? Optional.empty() : wrong.waitOf(asked.getRemoteAddr());
        if (wait.isPresent()) {
            TooManyRequests.write(asked, answer, problems, wait.get(), "Too many wrong tokens came from here.");
            return;
        }
        if (authorization == null || verifier.isEmpty()) {
            decide(rule.get(), null, asked, answer, chain);
            return;
        }
        Optional<JwtAuthenticationToken> known = remembered.of(authorization);
        if (known.isPresent()) {
            decide(rule.get(), known.get(), asked, answer, chain);
        } else {
            verify(rule.get(), authorization, asked, answer, chain);
        }
    }

    private void verify(
            AccessRule rule,
            String authorization,
            HttpServletRequest request,
            HttpServletResponse response,
            FilterChain chain)
            throws ServletException, IOException {
        try {
            verifier.orElseThrow().doFilter(request, response, (_, _) -> {
                Authentication caller = SecurityContextHolder.getContext().getAuthentication();
                if (caller instanceof JwtAuthenticationToken token) {
                    remembered.remember(authorization, token);
                }
                decide(rule, caller, request, response, chain);
            });
        } finally {
            SecurityContextHolder.clearContext();
        }
    }

    private void decide(
            AccessRule rule,
            @Nullable Authentication caller,
            HttpServletRequest request,
            HttpServletResponse response,
            FilterChain chain)
            throws ServletException, IOException {
        if (rule.admits(caller == null ? NOBODY : caller)) {
            if (caller != null) {
                request.setAttribute(CALLER, caller);
            }
            pass(request, response, chain, caller);
        } else if (caller == null) {
            refusals.commence(request, response, new InsufficientAuthenticationException("a caller must be known"));
        } else {
            refusals.handle(request, response, new AccessDeniedException("the caller's roles do not allow this"));
        }
    }

    private static void pass(
            HttpServletRequest request,
            HttpServletResponse response,
            FilterChain chain,
            @Nullable Authentication caller)
            throws ServletException, IOException {
        if (caller == null) {
            SecurityContextHolder.clearContext();
            chain.doFilter(request, response);
            return;
        }
        SecurityContextHolder.setContext(new SecurityContextImpl(caller));
        try {
            chain.doFilter(new CallerRequest(request, caller), response);
        } finally {
            SecurityContextHolder.clearContext();
        }
    }
}
