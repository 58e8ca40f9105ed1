package io.florin.runtime.console;

import io.florin.runtime.security.AccessRules;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/// Contents of a page's layout for one request: the menu as far as the caller may follow it, and who that is.
/// Nothing is worked out before a template asks.
public final class ConsoleFrame {
    private final ConsoleMenu menu;
    private final AccessRules rules;
    private final HttpServletRequest request;

    public ConsoleFrame(ConsoleMenu menu, AccessRules rules, HttpServletRequest request) {
        this.menu = menu;
        this.rules = rules;
        this.request = request;
    }

    /// A link of the menu.
    ///
    /// @param current whether this page is open
    public record Link(String path, String label, boolean current) {}

    public String getPlace() {
        return menu.place();
    }

    public List<String> getScripts() {
        return menu.scripts();
    }

    /// The pages that the caller may open.
    public List<Link> getLinks() {
        List<ConsoleMenu.Entry> open = menu.entries().stream()
                .filter(entry -> may("GET", pathOf(entry)))
                .toList();
        ConsoleMenu.Entry current = open.stream()
                .filter(this::leadsHere)
                .max(Comparator.comparingInt(entry -> entry.path().length()))
                .orElse(null);
        return open.stream()
                .map(entry -> new Link(entry.path(), entry.label(), entry == current))
                .toList();
    }

    /// The signed-in person's name at the issuer; empty for nobody.
    public String getPerson() {
        return nameOf(request.getUserPrincipal());
    }

    /// Whether the caller's roles allow this: what a template asks before it shows a button.
    ///
    /// @param path as it is requested: `/console/files`, with any value for a variable
    public boolean may(String method, String path) {
        return request.getUserPrincipal() instanceof Authentication caller
                && rules.ruleOf(HttpMethod.valueOf(method), path)
                        .filter(rule -> rule.admits(caller))
                        .isPresent();
    }

    /// Name of a caller at the issuer.
    public static String nameOf(@Nullable Principal caller) {
        if (caller instanceof Authentication known
                && known.getPrincipal() instanceof OidcUser user
                && user.getPreferredUsername() != null) {
            return user.getPreferredUsername();
        }
        return caller == null ? "" : String.valueOf(caller.getName());
    }

    private boolean leadsHere(ConsoleMenu.Entry entry) {
        String here = request.getRequestURI();
        String path = pathOf(entry);
        String query = entry.path().substring(path.length());
        boolean same = here.equals(path) || (!path.equals("/console") && here.startsWith(path + "/"));
        return same && (query.isEmpty() || query.substring(1).equals(request.getQueryString()));
    }

    private static String pathOf(ConsoleMenu.Entry entry) {
        int query = entry.path().indexOf('?');
        return query < 0 ? entry.path() : entry.path().substring(0, query);
    }
}
