package io.florin.runtime.http;

import io.florin.runtime.console.ConsoleFrame;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.ProblemDetail;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.util.HtmlUtils;

/// A problem as a page in the style of the consoles. It is made without templates, because filters answer with it too.
/// Whoever is signed in is named and can sign out: an account that is nobody here must not keep its owner from
/// signing in with another one.
final class ProblemPage {

    private ProblemPage() {}

    static String of(HttpServletRequest request, ProblemDetail problem) {
        return """
            <!doctype html>
            <html lang="en">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <title>%1$s · Florin</title><link rel="stylesheet" href="/console/assets/console.css"></head>
            <body>
            <header><p class="brand"><a href="/console">Florin</a></p>%5$s</header>
            <main id="content"><h1>%1$s</h1>
            <p class="notice" role="alert">%3$s</p>
            %6$s
            <p class="muted">Status %2$d, trace <code>%4$s</code></p></main>
            </body></html>
            """.formatted(
                        escape(String.valueOf(problem.getTitle())),
                        problem.getStatus(),
                        escape(problem.getDetail() == null ? "" : problem.getDetail()),
                        escape(String.valueOf(Problems.fields(problem).get("traceId"))),
                        signOut(request),
                        whereTo(request, problem.getStatus()));
    }

    private static String signOut(HttpServletRequest request) {
        String person = ConsoleFrame.nameOf(request.getUserPrincipal());
        if (person.isEmpty() || !(request.getAttribute(CsrfToken.class.getName()) instanceof CsrfToken token)) {
            return "";
        }
        return """
            <p class="person">Signed in as <strong>%s</strong></p>
            <form action="/logout" method="post"><input type="hidden" name="%s" value="%s">\
            <button type="submit" class="quiet">Sign out</button></form>\
            """.formatted(escape(person), escape(token.getParameterName()), escape(token.getToken()));
    }

    private static String whereTo(HttpServletRequest request, int status) {
        String person = ConsoleFrame.nameOf(request.getUserPrincipal());
        return switch (status) {
            case 401 -> "<p><a class=\"button\" href=\"/console\">Sign in</a></p>";
            case 403 ->
                person.isEmpty()
                        ? "<p><a href=\"/console\">To the first page</a></p>"
                        : "<p>You are signed in as <strong>" + escape(person)
                                + "</strong>. Sign out above to go on as somebody else, or go"
                                + " <a href=\"/console\">to the first page</a>.</p>";
            default -> "<p><a href=\"/console\">To the first page</a></p>";
        };
    }

    private static String escape(String text) {
        return HtmlUtils.htmlEscape(text);
    }
}
