package io.florin.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// docs/crypto/pitfalls.md names a test for every pitfall; each of these tests exists, runs and asserts something, and
/// what other documents say of their number is true.
final class PitfallsTest {
    private static final int PITFALLS = 39;
    private static final Pattern ROW = Pattern.compile("^\\| (\\d+) \\|.*\\|([^|]*)\\|$");
    private static final Pattern REFERENCE = Pattern.compile("`(\\w+#\\w+)`");
    private static final Pattern COUNT = Pattern.compile("\\b(\\d+) (?:known )?pitfalls");

    private final Path root = SourceTree.root();

    @Test
    void everyPitfallHasATestThatRunsAndAssertsSomething() throws IOException {
        NamedTests tests = NamedTests.under(root);
        List<Integer> numbers = new ArrayList<>();
        List<String> flaws = new ArrayList<>();
        for (String line : Files.readAllLines(root.resolve("docs/crypto/pitfalls.md"))) {
            Matcher row = ROW.matcher(line);
            if (!row.matches()) {
                continue;
            }
            numbers.add(Integer.valueOf(row.group(1)));
            List<String> references = new ArrayList<>();
            Matcher reference = REFERENCE.matcher(row.group(2));
            while (reference.find()) {
                references.add(reference.group(1));
                tests.flaw(reference.group(1))
                        .ifPresent(flaw -> flaws.add(row.group(1) + ": " + reference.group(1) + ": " + flaw));
            }
            assertThat(references).as("pitfall %s", row.group(1)).isNotEmpty().doesNotHaveDuplicates();
        }
        assertThat(flaws).isEmpty();
        assertThat(numbers).isEqualTo(IntStream.rangeClosed(1, PITFALLS).boxed().toList());
    }

    @Test
    void documentsKnowHowManyThereAre() throws IOException {
        for (Path file : SourceTree.files(root)) {
            if (file.toString().endsWith(".md")) {
                Matcher count = COUNT.matcher(Files.readString(root.resolve(file)));
                while (count.find()) {
                    assertThat(count.group(1)).as("%s", file).isEqualTo(String.valueOf(PITFALLS));
                }
            }
        }
    }
}
