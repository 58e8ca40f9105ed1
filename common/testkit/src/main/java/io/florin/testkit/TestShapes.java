package io.florin.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Shapes of test classes that cost their readers: an integration test of several ideas in one file, an order that
/// nobody explains, and a proxy that takes the place of a fake.
final class TestShapes {

    static final int INTEGRATION_TEST_LINES_MAX = 500;
    private static final String ORDERED = "@TestMethodOrder";
    private static final String PROXY = "import java.lang.reflect.Proxy;";

    private TestShapes() {}

    /// @param name of the file
    /// @return findings by line, beginning with 1
    static Map<Integer, String> findings(String name, List<String> lines) {
        Map<Integer, String> findings = new TreeMap<>();
        if (name.endsWith("IT.java") && lines.size() > INTEGRATION_TEST_LINES_MAX) {
            findings.put(
                    1,
                    lines.size() + " lines of an integration test, at most " + INTEGRATION_TEST_LINES_MAX
                            + "; cut it by idea");
        }
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith(ORDERED) && !commentAbove(lines, i).contains("in this order")) {
                findings.put(i + 1, "tests in an order; its comment says \"in this order\" and why");
            }
            if (line.equals(PROXY)) {
                findings.put(i + 1, "a proxy in a test; write a fake that has names");
            }
        }
        return findings;
    }

    /// The comment of the declaration to which this line belongs, in one line and small letters.
    private static String commentAbove(List<String> lines, int annotation) {
        List<String> comment = new ArrayList<>();
        for (int i = annotation - 1; i >= 0 && isOfDeclaration(lines.get(i)); i--) {
            if (lines.get(i).startsWith("///")) {
                comment.addFirst(lines.get(i).substring("///".length()).strip());
            }
        }
        return String.join(" ", comment).toLowerCase(Locale.ROOT);
    }

    private static boolean isOfDeclaration(String line) {
        return line.startsWith("///") || line.startsWith("@") || line.startsWith(" ") || line.startsWith("}");
    }
}
