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

/// Formats the Java sources of a tree, or says which ones are not formatted. The build runs [#main(String[])] on the
/// JDK that the code is compiled with, since the formatter uses that JDK's parser.
final class Formatting {

    private static final String FORMATTED = ": formatted";

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

    private static void format(Path root, Path file, boolean rewrite, List<String> findings) {
        try {
            Path path = root.resolve(file);
            String text = Files.readString(path);
            String formatted = FORMATTER.formatSourceAndFixImports(text);
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
