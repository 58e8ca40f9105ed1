package io.florin.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Tests of all modules by name, as documents name them: `Class#method`. What a document promises of a test is looked
/// up in its source: it exists, runs, and comes to an assertion, of its own or in a member of its class or superclass.
public final class NamedTests {
    private static final List<String> TESTS = List.of("@Test", "@ParameterizedTest", "@RepeatedTest", "@Seeded");
    private static final Pattern ASSERTION = Pattern.compile("\\b(assert[A-Z]\\w*|fail)\\(");
    private static final Pattern MEMBER = Pattern.compile(" {4}(?! )[^/@}].*?\\b(\\w+) ?(?:\\(|\\{$|=).*");
    private static final Pattern TYPE = Pattern.compile(" {4}(?:\\w+ )*(?:class|record|interface|enum) .*");
    private static final Pattern INNER_METHOD = Pattern.compile(
            " {8}(?!(?:if|for|while|switch|try|return|else|do|throw|new|synchronized) ?\\b)[\\w<>\\[\\], .?@]+"
                    + " (\\w+)\\([^;]*");
    private static final Pattern CALL = Pattern.compile("(?<!\\bnew )\\b(\\w+)(?=\\()|(?<=::)\\w+");
    private static final Pattern SUPERCLASS = Pattern.compile("\\bextends (\\w+)");
    private static final String MEMBER_END = "    }";

    private final Map<String, String> sources;

    /// @param sources by simple name of the class
    public NamedTests(Map<String, String> sources) {
        this.sources = Map.copyOf(sources);
    }

    /// Those of a source tree. Two classes of one name count as one.
    public static NamedTests under(Path root) {
        Map<String, String> sources = new HashMap<>();
        for (Path file : SourceTree.files(root)) {
            String name = file.getFileName().toString();
            if (file.toString().contains("src/test/java/") && name.endsWith(".java")) {
                sources.merge(
                        name.substring(0, name.length() - ".java".length()), read(root.resolve(file)), String::concat);
            }
        }
        return new NamedTests(sources);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException broken) {
            throw new UncheckedIOException("cannot read " + file, broken);
        }
    }

    /// Reason for which this names no test that runs and asserts something; empty when it does.
    public Optional<String> flaw(String reference) {
        String[] parts = reference.split("#", -1);
        if (parts.length != 2) {
            return Optional.of("not of the form Class#method");
        }
        String source = sources.get(parts[0]);
        if (source == null || !parts[0].endsWith("Test") && !parts[0].endsWith("IT")) {
            return Optional.of("no such class");
        }
        String heading = source.substring(0, Math.max(0, source.indexOf("class " + parts[0])));
        if (heading.contains("@Disabled")) {
            return Optional.of("its class is disabled");
        }
        List<String> lines = source.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("    void " + parts[1] + "(")) {
                return flawOf(annotations(lines, i)).or(() -> asserts(parts[0], parts[1]));
            }
        }
        return Optional.of("no such method");
    }

    /// Annotations, heading and body of a test; empty if there is none.
    public String text(String reference) {
        String[] parts = reference.split("#", -1);
        List<String> lines = sources.getOrDefault(parts[0], "").lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (parts.length == 2 && lines.get(i).startsWith("    void " + parts[1] + "(")) {
                List<String> body = lines.subList(i, lines.size());
                int end = body.indexOf(MEMBER_END);
                return annotations(lines, i) + "\n"
                        + String.join("\n", body.subList(0, end < 0 ? body.size() : end + 1));
            }
        }
        return "";
    }

    private static Optional<String> flawOf(String annotations) {
        if (annotations.contains("@Disabled")) {
            return Optional.of("disabled");
        }
        return TESTS.stream().anyMatch(annotations::contains) ? Optional.empty() : Optional.of("not a test");
    }

    /// Text between the member before and the method.
    private static String annotations(List<String> lines, int method) {
        int first = method;
        while (first > 0
                && !lines.get(first - 1).isBlank()
                && !lines.get(first - 1).equals(MEMBER_END)) {
            first--;
        }
        return String.join("\n", lines.subList(first, method));
    }

    /// Follows the calls of a method to the members of their names, until one asserts something. A constructor is none.
    private Optional<String> asserts(String type, String method) {
        Map<String, String> members = members(type);
        Set<String> seen = new HashSet<>(Set.of(method));
        Deque<String> next = new ArrayDeque<>(seen);
        while (!next.isEmpty()) {
            String body = members.getOrDefault(next.remove(), "");
            if (ASSERTION.matcher(body).find()) {
                return Optional.empty();
            }
            Matcher calls = CALL.matcher(body);
            while (calls.find()) {
                if (members.containsKey(calls.group()) && seen.add(calls.group())) {
                    next.add(calls.group());
                }
            }
        }
        return Optional.of("asserts nothing");
    }

    /// The text of all members of a class, its inner types' and its superclasses', by name.
    private Map<String, String> members(String type) {
        Map<String, String> members = new HashMap<>();
        String source = sources.getOrDefault(type, "");
        List<String> text = new ArrayList<>();
        String name = "";
        boolean inType = false;
        for (String line : source.lines().toList()) {
            Matcher outer = MEMBER.matcher(line);
            Matcher inner = INNER_METHOD.matcher(line);
            boolean begins = outer.matches();
            Matcher member = begins ? outer : inner;
            inType = begins ? TYPE.matcher(line).matches() : inType;
            if (begins || inType && inner.matches()) {
                members.merge(name, String.join("\n", text), String::concat);
                text.clear();
                name = member.group(1);
            }
            text.add(line);
        }
        members.merge(name, String.join("\n", text), String::concat);
        Matcher superclass = SUPERCLASS.matcher(source);
        if (superclass.find() && !superclass.group(1).equals(type)) {
            members(superclass.group(1)).forEach((key, value) -> members.merge(key, value, String::concat));
        }
        return members;
    }
}
