package io.florin.runtime.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.runtime.console.ConsoleMenu.Entry;
import io.florin.runtime.security.AccessRule;
import io.florin.runtime.security.AccessRules;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.security.authentication.TestingAuthenticationToken;

class ConsoleFrameTest {
    private static final ConsoleMenu MENU = ConsoleMenu.of(
            "bank",
            new Entry("/console", "Overview"),
            new Entry("/console/files", "Files"),
            new Entry("/console/people", "People"),
            new Entry("/console/people?select=HITS", "Hits"),
            new Entry("/console/secrets", "Secrets"));
    private static final AccessRules RULES = AccessRules.of(
            AccessRule.allow(HttpMethod.GET, "/console/secrets", "chief"),
            AccessRule.allow(HttpMethod.GET, "/console", "clerk"),
            AccessRule.allow(HttpMethod.GET, "/console/**", "clerk"),
            AccessRule.allow(HttpMethod.POST, "/console/files", "chief"),
            AccessRule.allow(HttpMethod.POST, "/console/**", "clerk"));

    @Test
    void showsThePagesThatTheRoleMayOpen() {
        assertThat(labels("clerk", "/console")).containsExactly("Overview", "Files", "People", "Hits");
        assertThat(labels("chief", "/console")).containsExactly("Secrets");
    }

    @Test
    void showsNothingToNobody() {
        assertThat(new ConsoleFrame(MENU, RULES, new MockHttpServletRequest("GET", "/console")).getLinks())
                .isEmpty();
    }

    @Test
    void marksTheOpenPage() {
        assertThat(current("/console", null)).containsExactly("Overview");
        assertThat(current("/console/files/7", null)).containsExactly("Files");
        assertThat(current("/console/people", "select=HITS")).containsExactly("Hits");
        assertThat(current("/console/people", "select=ALL")).containsExactly("People");
        assertThat(current("/console/elsewhere", null)).isEmpty();
    }

    @Test
    void knowsWhichButtonsWouldBeRefused() {
        assertThat(frame("clerk", "/console", null).may("POST", "/console/people/7/note"))
                .isTrue();
        assertThat(frame("clerk", "/console", null).may("POST", "/console/files"))
                .isFalse();
        assertThat(frame("clerk", "/console", null).may("DELETE", "/console/files"))
                .isFalse();
    }

    private static List<String> labels(String role, String path) {
        return frame(role, path, null).getLinks().stream()
                .map(ConsoleFrame.Link::label)
                .toList();
    }

    private static List<String> current(String path, @Nullable String query) {
        return frame("clerk", path, query).getLinks().stream()
                .filter(ConsoleFrame.Link::current)
                .map(ConsoleFrame.Link::label)
                .toList();
    }

    private static ConsoleFrame frame(String role, String path, @Nullable String query) {
        var request = new MockHttpServletRequest("GET", path);
        request.setQueryString(query);
        request.setUserPrincipal(new TestingAuthenticationToken("somebody", "", "ROLE_" + role));
        return new ConsoleFrame(MENU, RULES, request);
    }
}
