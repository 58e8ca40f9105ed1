package io.florin.doubles.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Forms that a person sees on pages, each sent to where it leads without doing anything: with a parameter that no call
/// has, which is refused after it was looked up whether the person may call and before the call is made.
public final class SeenForms {
    private static final String UNKNOWN = "?sent-by-a-test-of-forms=1";
    private static final Pattern TAG = Pattern.compile("<(?:form|button)\\b[^>]*>");
    private static final Pattern ACTION = Pattern.compile("\\b(?:form)?action=\"(/console[^\"]*)\"");

    private SeenForms() {}

    /// Addresses of the forms and buttons that send something. A page that the person may not open shows none.
    ///
    /// @throws AssertionError if one of them is not the person's to send
    public static Set<String> on(Browser person, List<String> pages) {
        Set<String> seen = new TreeSet<>();
        for (String page : pages) {
            var answer = person.get(page);
            assertThat(answer.statusCode()).as(page).isIn(200, 403);
            TAG.matcher(answer.body()).results().map(found -> found.group()).forEach(tag -> {
                var action = ACTION.matcher(tag);
                if (action.find() && !tag.contains("method=\"get\"") && seen.add(action.group(1))) {
                    String to = action.group(1) + UNKNOWN;
                    var sent = tag.contains("multipart/form-data")
                            ? person.upload(page, to, new byte[0])
                            : person.post(page, to, Map.of());
                    assertThat(sent.statusCode())
                            .as("what comes of sending %s on %s: %s", tag, page, sent.body())
                            .isEqualTo(400);
                }
            });
        }
        return seen;
    }
}
