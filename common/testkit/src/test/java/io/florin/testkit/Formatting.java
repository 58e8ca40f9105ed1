package io.florin.testkit;

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Formats the Java sources of a tree, or says which ones are not formatted. The build runs [#main(String[])] on the
/// JDK that the code is compiled with, since the formatter uses that JDK's parser.
final class Formatting {

    private static final String FORMATTED = ": formatted";

    private static final int LINE_MAX = 120;

    /// Stands for a comment line while the formatter works; the character is of the private use area, so no source has
    /// it.
    private static final String MASK = "// \uE000";

    private static final Pattern COMMENT = Pattern.compile("(?m)^([ \t]*)///(?: ([^\n]*))?$");
    private static final Pattern PROSE = Pattern.compile("[ \t]*/// ((?!\\d+[.)])[\\p{Alnum}`(\\[].*)");
    private static final Pattern MASKED = Pattern.compile("(?m)^([ \t]*)" + MASK + "(\\d+)$");

    private static final Formatter FORMATTER = Formatter.createFormatter(JavaFormatterOptions.builder()
            .style(JavaFormatterOptions.Style.PALANTIR)
            .formatJavadoc(false)
            .build());

    private Formatting() {}

    /// `check` names every file that is not formatted and fails; `rewrite` formats them, and fails only on a file that
    /// the formatter cannot read.
    public static void main(String[] arguments) throws IOException {
        System.exit(exitCode(arguments[0], Path.of(arguments[1]).normalize()));
    }

    static int exitCode(String mode, Path root) throws IOException {
        List<String> findings = run(root, mode.equals("rewrite"));
        findings.forEach(System.err::println);
        if (findings.stream().allMatch(finding -> finding.endsWith(FORMATTED))) {
            return 0;
        }
        System.err.println("To format every file: ./mvnw -Pformat -pl common/testkit");
        return 1;
    }

    /// One line per file that is not formatted, or was not before it was rewritten, in the order of the tree.
    static List<String> run(Path root, boolean rewrite) throws IOException {
        List<String> findings = Collections.synchronizedList(new ArrayList<>());
        List<Path> sources = SourceTree.files(root).stream()
                .filter(file -> file.toString().endsWith(".java"))
                .toList();
        sources.parallelStream().forEach(file -> format(root, file, rewrite, findings));
        return findings.stream().sorted().toList();
    }

    /// The formatter takes several `///` lines for one comment, counts their indentation twice and then breaks them
    /// into
    /// lines that are no comment any more. So it is shown a short ordinary comment for each, and the real ones are put
    /// back, and wrapped, where it left these.
    private static String formatted(String text) throws FormatterException {
        List<String> comments = new ArrayList<>();
        String masked = COMMENT.matcher(flowed(text)).replaceAll(comment -> {
            comments.add(Optional.ofNullable(comment.group(2)).orElse(""));
            return Matcher.quoteReplacement(comment.group(1) + MASK + (comments.size() - 1));
        });
        int[] put = {0};
        String formatted = MASKED.matcher(FORMATTER.formatSourceAndFixImports(masked))
                .replaceAll(mask -> {
                    put[0]++;
                    return Matcher.quoteReplacement(
                            wrapped(mask.group(1), comments.get(Integer.parseInt(mask.group(2)))));
                });
        if (put[0] != comments.size()) {
            throw new IllegalStateException("a comment would be lost");
        }
        return formatted;
    }

    /// Lets the last words of a comment line that is too long flow into the next line where that goes on in prose.
    private static String flowed(String text) {
        List<String> lines = new ArrayList<>(text.lines().toList());
        for (int i = 0; i + 1 < lines.size(); i++) {
            Matcher line = COMMENT.matcher(lines.get(i));
            Matcher next = PROSE.matcher(lines.get(i + 1));
            if (lines.get(i).length() > LINE_MAX && line.matches() && next.matches()) {
                String[] wrapped = wrapped(line.group(1), line.group(2)).split("\n", 2);
                if (wrapped.length == 2) {
                    lines.set(i, wrapped[0]);
                    lines.set(i + 1, wrapped[1].stripTrailing() + " " + next.group(1));
                }
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private static String wrapped(String indent, String words) {
        String line = (indent + "/// " + words).stripTrailing();
        int end = line.length() <= LINE_MAX || words.startsWith("|") ? -1 : line.lastIndexOf(' ', LINE_MAX);
        if (end < indent.length() + "/// ".length()) {
            return line;
        }
        return line.substring(0, end).stripTrailing() + "\n" + wrapped(indent, line.substring(end + 1));
    }

    private static void format(Path root, Path file, boolean rewrite, List<String> findings) {
        try {
            Path path = root.resolve(file);
            String text = Files.readString(path);
            String formatted = formatted(text);
            if (formatted.equals(text)) {
                return;
            }
            if (rewrite) {
                Files.writeString(path, formatted);
            }
            findings.add(file + (rewrite ? FORMATTED : ": not formatted"));
        } catch (FormatterException e) {
            findings.add(file + ": cannot be formatted: " + e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot format " + file, e);
        }
    }
}
