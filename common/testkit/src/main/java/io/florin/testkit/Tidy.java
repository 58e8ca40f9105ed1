package io.florin.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Checks that the eye makes badly, over a whole source tree: methods and files that grew too long, leftovers, tests
/// that sleep or have a shape that costs their readers ([TestShapes]), packages and public types of cryptography that
/// say nothing of themselves, READMEs that nobody will read, comments that begin with a clause ([FirstWords]), buttons
/// that answer 403 ([FormGuards]), two migrations of one version, what a merge left behind, and binaries other than
/// pictures and published test vectors.
///
/// In a Git checkout the files of the index are looked at, elsewhere everything but build output.
public final class Tidy {

    static final int METHOD_LINES_MAX = 70;
    static final int FILE_LINES_MAX = 600;
    static final int README_LINES_MAX = 60;
    static final int FIRST_README_LINES_MAX = 200;
    private static final int BINARY_PROBE_BYTES = 8_000;
    private static final long BINARY_BYTES_MAX = 1_000_000;

    private static final Set<String> SOURCES =
            Set.of("java", "xml", "yaml", "yml", "sql", "html", "css", "js", "sh", "properties", "tpl");
    private static final Set<String> PICTURES = Set.of("png", "jpg", "ico", "woff2");
    /// Split, so that this file does not find itself.
    private static final Pattern LEFTOVER = Pattern.compile("\\b(TO" + "DO|FIX" + "ME)\\b");

    private static final Pattern MERGE_MARK = Pattern.compile("^(<{7}|>{7}|\\|{7})( .*)?$");
    private static final Pattern PUBLIC_TYPE =
            Pattern.compile("^ {0,4}public (?:[a-z-]+ )*(?:class|record|interface|enum|@interface) (\\w+).*");
    private static final String CRYPTO = "crypto/src/main/java/";

    private static final Pattern MIGRATION = Pattern.compile("(V\\d+)__\\w+\\.sql");

    private final Path root;
    private final Map<Path, Path> migrations = new HashMap<>();
    private final List<String> untidy = new ArrayList<>();
    private final List<Path> javaFiles = new ArrayList<>();

    private Tidy(Path root) {
        this.root = root;
    }

    /// Throws an AssertionError that lists everything untidy below `root` as `file:line: what`.
    public static void check(Path root) {
        Tidy tidy = new Tidy(root);
        List<Path> files = SourceTree.files(root);
        if (files.isEmpty()) {
            throw new AssertionError("no files found below " + root + ", so nothing was checked");
        }
        files.forEach(tidy::checkFile);
        tidy.checkJava();
        if (!tidy.untidy.isEmpty()) {
            throw new AssertionError("untidy:\n" + String.join("\n", tidy.untidy));
        }
    }

    private void checkFile(Path file) {
        byte[] bytes = read(root.resolve(file));
        String suffix = suffix(file);
        if (isBinary(bytes)) {
            checkBinary(file, suffix, bytes.length);
            return;
        }
        List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        checkMerges(file, lines);
        checkReadme(file, lines.size());
        if (!SOURCES.contains(suffix)) {
            return;
        }
        checkLeftovers(file, lines);
        checkMigration(file);
        checkForms(file, suffix, bytes);
        if (suffix.equals("java")) {
            if (lines.size() > FILE_LINES_MAX) {
                report(file, 1, lines.size() + " lines, at most " + FILE_LINES_MAX);
            }
            checkPackageInfo(file);
            checkFirstWords(file, lines);
            checkTestShape(file, lines);
            if (file.toString().contains(CRYPTO)) {
                checkDocumentation(file, lines);
            }
            javaFiles.add(root.resolve(file).toAbsolutePath());
        }
    }

    private void checkJava() {
        for (JavaSource source : JavaSource.parse(javaFiles)) {
            Path file = root.toAbsolutePath().relativize(source.path());
            source.findings(isTest(file)).forEach(finding -> report(file, finding.line(), finding.what()));
        }
    }

    private void checkBinary(Path file, String suffix, int size) {
        boolean testVectors = suffix.equals("dat") && file.toString().contains("src/test/resources/");
        if (!testVectors && !PICTURES.contains(suffix)) {
            report(file, 1, "a binary file; sources only");
        } else if (size > BINARY_BYTES_MAX) {
            report(file, 1, "a binary file of " + size + " bytes, at most " + BINARY_BYTES_MAX);
        }
    }

    private void checkLeftovers(Path file, List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            var leftover = LEFTOVER.matcher(lines.get(i));
            if (leftover.find()) {
                report(file, i + 1, leftover.group() + "; do it or open an issue");
            }
        }
    }

    private void checkForms(Path file, String suffix, byte[] bytes) {
        if (suffix.equals("html") && file.toString().contains("src/main/resources/templates/")) {
            FormGuards.unguardedLines(new String(bytes, StandardCharsets.UTF_8))
                    .forEach(line -> report(file, line, "a form is shown to whoever reads; ask frame.may('POST', …)"));
        }
    }

    /// With two of one version no service starts on that database; two changes that meet in a merge make them.
    private void checkMigration(Path file) {
        var migration = MIGRATION.matcher(file.getFileName().toString());
        if (migration.matches()) {
            Path other = migrations.putIfAbsent(file.resolveSibling(migration.group(1)), file);
            if (other != null) {
                report(file, 1, "a migration of the version of " + other.getFileName());
            }
        }
    }

    private void checkMerges(Path file, List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            if (MERGE_MARK.matcher(lines.get(i)).matches()) {
                report(file, i + 1, "the mark of a merge");
            }
        }
    }

    /// The README of a module is a page, and that of the repository ten minutes.
    private void checkReadme(Path file, int lines) {
        if (!file.endsWith("README.md")) {
            return;
        }
        boolean first = file.getNameCount() == 1;
        boolean ofAModule = !first && Files.exists(root.resolve(file).resolveSibling("pom.xml"));
        int max = first ? FIRST_README_LINES_MAX : README_LINES_MAX;
        if ((first || ofAModule) && lines > max) {
            report(file, 1, lines + " lines, at most " + max);
        }
    }

    private void checkTestShape(Path file, List<String> lines) {
        if (isTest(file)) {
            TestShapes.findings(file.getFileName().toString(), lines)
                    .forEach((line, finding) -> report(file, line, finding));
        }
    }

    private void checkFirstWords(Path file, List<String> lines) {
        if (isMain(file)) {
            FirstWords.clauses(lines)
                    .forEach(line -> report(file, line, "a comment that begins with a clause; begin with its subject"));
        }
    }

    private void checkDocumentation(Path file, List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            var type = PUBLIC_TYPE.matcher(lines.get(i));
            if (type.matches() && !isDocumented(lines, i)) {
                report(file, i + 1, type.group(1) + " says nothing of itself");
            }
        }
    }

    private static boolean isDocumented(List<String> lines, int declaration) {
        int before = declaration - 1;
        while (before >= 0 && lines.get(before).strip().startsWith("@")) {
            before--;
        }
        return before >= 0 && lines.get(before).strip().startsWith("///");
    }

    private void checkPackageInfo(Path file) {
        if (isMain(file)) {
            Path info = file.resolveSibling("package-info.java");
            if (!Files.exists(root.resolve(info))) {
                report(info, 1, "missing; say in one or two sentences what the package is for");
            }
        }
    }

    private void report(Path file, int line, String what) {
        String finding = file + ":" + line + ": " + what;
        if (!untidy.contains(finding)) {
            untidy.add(finding);
        }
    }

    private static boolean isMain(Path file) {
        return file.startsWith("src/main/java") || file.toString().contains("/src/main/java/");
    }

    private static boolean isTest(Path file) {
        return file.startsWith("src/test") || file.toString().contains("/src/test/");
    }

    private static boolean isBinary(byte[] bytes) {
        for (int i = 0; i < Math.min(bytes.length, BINARY_PROBE_BYTES); i++) {
            if (bytes[i] == 0) {
                return true;
            }
        }
        return false;
    }

    private static String suffix(Path file) {
        String name = file.getFileName().toString();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
