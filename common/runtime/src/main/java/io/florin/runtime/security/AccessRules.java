package io.florin.runtime.security;

import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.web.util.pattern.PathPatternParser;

/// A service's whole list of who may call what on its public port: one bean of each service.
///
/// The first rule that fits decides. What no rule names does not exist for the outside: 404, or 405 where the path is
/// known under another method; so a forgotten rule closes and never opens. Probes are listed for every service, and
/// metrics, whose own chain ([MetricsSecurity]) asks for a token.
public final class AccessRules {
    private static final List<AccessRule> PROBES = List.of(
            AccessRule.open(HttpMethod.GET, "/actuator/health"),
            AccessRule.open(HttpMethod.GET, "/actuator/health/**"),
            AccessRule.open(HttpMethod.GET, "/actuator/prometheus"),
            AccessRule.open(HttpMethod.GET, "/actuator/info"));

    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Map<String, AccessRule>> ofNamedPaths;

    private AccessRules(List<AccessRule> rules) {
        PROBES.forEach(rule -> entries.add(Entry.of(rule)));
        rules.forEach(rule -> entries.add(Entry.of(rule)));
        this.ofNamedPaths = entries.stream()
                .filter(Entry::isLiteral)
                .map(entry -> entry.rule.path())
                .distinct()
                .collect(Collectors.toUnmodifiableMap(path -> path, this::ofNamed));
    }

    /// Results of [#ruleFor] for paths that a rule names letter by letter: most requests come to such a one, and are
    /// spared the look at all rules.
    private Map<String, AccessRule> ofNamed(String named) {
        PathContainer path = PathContainer.parsePath(named);
        Map<String, AccessRule> first = new HashMap<>();
        entries.stream()
                .filter(entry -> !entry.hasVariables())
                .filter(entry -> PathPatternParser.defaultInstance
                        .parse(entry.rule.path())
                        .matches(path))
                .forEach(entry -> first.putIfAbsent(entry.rule.method().name(), entry.rule));
        return Map.copyOf(first);
    }

    public static AccessRules of(AccessRule... rules) {
        return new AccessRules(List.of(rules));
    }

    public static AccessRules of(List<AccessRule> rules) {
        return new AccessRules(List.copyOf(rules));
    }

    /// The rule for a request. One with variables in its path is none for a path that another one names letter by
    /// letter: `/v1/payments/batches` is no payment's id.
    public Optional<AccessRule> ruleFor(HttpServletRequest request) {
        String method = method(request);
        Map<String, AccessRule> named = ofNamedPaths.get(request.getRequestURI());
        if (named != null && request.getContextPath().isEmpty()) {
            return Optional.ofNullable(named.get(method));
        }
        for (Entry entry : entries) {
            if (entry.rule.method().name().equals(method)
                    && entry.path.matches(request)
                    && !(entry.hasVariables() && isNamed(request))) {
                return Optional.of(entry.rule);
            }
        }
        return Optional.empty();
    }

    private boolean isNamed(HttpServletRequest request) {
        return entries.stream().anyMatch(entry -> entry.isLiteral() && entry.path.matches(request));
    }

    /// The rule for a path as it is documented, with its variables: `/v1/payments/{id}`.
    public Optional<AccessRule> ruleOf(HttpMethod method, String documentedPath) {
        PathContainer path = PathContainer.parsePath(documentedPath);
        return entries.stream()
                .map(Entry::rule)
                .filter(rule -> rule.method().equals(method))
                .filter(rule ->
                        PathPatternParser.defaultInstance.parse(rule.path()).matches(path))
                .findFirst();
    }

    /// The methods that some rule names for the request's path, in the order of the rules. A path that a rule names
    /// letter by letter has those of such rules, although a pattern for others fits it too.
    public Set<String> methodsOf(HttpServletRequest request) {
        Set<String> methods = new LinkedHashSet<>();
        Set<String> ofItself = new LinkedHashSet<>();
        for (Entry entry : entries) {
            if (entry.path.matches(request)) {
                methods.add(entry.rule.method().name());
                if (entry.isLiteral()) {
                    ofItself.add(entry.rule.method().name());
                }
            }
        }
        return ofItself.isEmpty() ? methods : ofItself;
    }

    /// Whether some rule needs to know the caller.
    boolean needCallers() {
        return entries.stream().anyMatch(entry -> entry.rule.access() != AccessRule.Access.PUBLIC);
    }

    private static String method(HttpServletRequest request) {
        return "HEAD".equals(request.getMethod()) ? "GET" : request.getMethod();
    }

    private record Entry(AccessRule rule, PathPatternRequestMatcher path) {
        boolean hasVariables() {
            return rule.path().contains("{");
        }

        boolean isLiteral() {
            return !hasVariables() && !rule.path().contains("*");
        }

        static Entry of(AccessRule rule) {
            return new Entry(rule, PathPatternRequestMatcher.withDefaults().matcher(rule.path()));
        }
    }
}
