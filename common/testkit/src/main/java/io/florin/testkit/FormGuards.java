package io.florin.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Forms of a page's template that send something to a console, and stand where nobody asked whether the reader may:
/// each has `frame.may('POST', …)` in a condition of its own or of an element around it, so that nobody sees a button
/// that answers 403. A fragment asks for itself, since its callers are not looked at.
final class FormGuards {
    private static final Pattern TAG = Pattern.compile(
            "<(/?)([A-Za-z][\\w:-]*)((?:\\s+[^\\s=<>\"'/]+(?:\\s*=\\s*(?:\"[^\"]*\"|'[^']*'))?)*)\\s*(/?)>");
    private static final Pattern CONDITION = Pattern.compile("\\bth:if\\s*=\\s*\"([^\"]*)\"");
    private static final Pattern ACTION = Pattern.compile("\\b(?:th:)?(?:form)?action\\s*=\\s*\"([^\"]*)\"");
    private static final String QUESTION = "frame.may('POST', ";
    private static final Set<String> WITHOUT_END = Set.of(
            "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr");

    private FormGuards() {}

    /// Lines with such a form, the first one is 1.
    static List<Integer> unguardedLines(String template) {
        List<Integer> lines = new ArrayList<>();
        Deque<Element> open = new ArrayDeque<>();
        Matcher tag = TAG.matcher(template);
        while (tag.find()) {
            String name = tag.group(2);
            if (!tag.group(1).isEmpty()) {
                closeThrough(open, name);
                continue;
            }
            boolean asks = asks(tag.group(3)) || (!open.isEmpty() && open.peek().asks());
            if (name.equals("form") && sends(tag.group(3)) && !asks) {
                lines.add(1
                        + (int) template.substring(0, tag.start())
                                .chars()
                                .filter(c -> c == '\n')
                                .count());
            }
            if (tag.group(4).isEmpty() && !WITHOUT_END.contains(name)) {
                open.push(new Element(name, asks));
            }
        }
        return lines;
    }

    /// @param asks whether it or an element around it asks
    private record Element(String name, boolean asks) {}

    private static void closeThrough(Deque<Element> open, String name) {
        if (open.stream().anyMatch(element -> element.name().equals(name))) {
            Element last = open.pop();
            while (!last.name().equals(name)) { // an end that HTML lets one leave out
                last = open.pop();
            }
        }
    }

    private static boolean asks(String attributes) {
        return CONDITION
                .matcher(attributes)
                .results()
                .anyMatch(found -> found.group(1).contains(QUESTION));
    }

    private static boolean sends(String attributes) {
        boolean toAConsole = ACTION.matcher(attributes)
                .results()
                .anyMatch(found ->
                        found.group(1).contains("/console") || found.group(1).contains("${"));
        return toAConsole && attributes.contains("method=\"post\"");
    }
}
