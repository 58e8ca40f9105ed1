package io.florin.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// A document that names a test as its evidence, `Class.method`, names one that exists, runs and asserts something: one
/// that was renamed or moved takes its mention with it.
final class DocumentedTestsTest {
    private static final Pattern REFERENCE = Pattern.compile("`([A-Z]\\w*(?:Test|IT))\\.(\\w+)`");
    private static final int REFERENCES_MIN = 100;

    @Test
    void everyTestThatADocumentNamesRuns() throws IOException {
        Path root = SourceTree.root();
        Map<Path, String> documents = new TreeMap<>();
        for (Path file : SourceTree.files(root)) {
            if (file.toString().endsWith(".md")) {
                documents.put(file, Files.readString(root.resolve(file)));
            }
        }
        NamedTests tests = NamedTests.under(root);
        assertThat(references(documents)).hasSizeGreaterThan(REFERENCES_MIN);
        assertThat(references(documents).stream()
                        .flatMap(each -> tests.flaw(each.test()).stream()
                                .map(flaw -> each.file() + ": " + each.test() + ": " + flaw)))
                .isEmpty();
    }

    @Test
    void whatIsNotThereIsFound() {
        NamedTests none = new NamedTests(Map.of());
        assertThat(references(Map.of(Path.of("a.md"), "shown by `ShopTest.sells`, `Shop.sells`, `ShopIT`")))
                .singleElement()
                .satisfies(each -> assertThat(none.flaw(each.test())).contains("no such class"));
    }

    /// @param test as [NamedTests] takes it
    private record Reference(Path file, String test) {}

    private static List<Reference> references(Map<Path, String> documents) {
        return documents.entrySet().stream()
                .flatMap(document -> REFERENCE
                        .matcher(document.getValue())
                        .results()
                        .map(found -> new Reference(document.getKey(), found.group(1) + "#" + found.group(2))))
                .toList();
    }
}
