package io.florin.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FormattingTest {

    private static final String TIDY = "package shop;\n\nfinal class Tidy {\n    int a;\n}\n";
    private static final String LOOSE = "package shop;\nfinal class Loose { int a ; }\n";

    @TempDir
    private Path root;

    @Test
    void namesTheFileThatIsNotFormattedAndLeavesItAlone() throws IOException {
        Files.writeString(root.resolve("Tidy.java"), TIDY);
        Files.writeString(root.resolve("Loose.java"), LOOSE);

        assertThat(Formatting.run(root, false)).containsExactly("Loose.java: not formatted");
        assertThat(root.resolve("Loose.java")).hasContent(LOOSE);
        assertThat(Formatting.exitCode("check", root)).isEqualTo(1);
    }

    @Test
    void rewritesWhatIsNotFormatted() throws IOException {
        Files.writeString(root.resolve("Loose.java"), LOOSE);

        assertThat(Formatting.run(root, true)).containsExactly("Loose.java: formatted");
        assertThat(Formatting.exitCode("check", root)).isZero();
    }

    @Test
    void keepsMarkdownCommentsAndUnnamedVariables() throws IOException {
        String text = """
            package shop;

            /// A shop.
            ///
            /// - sells   `things`
            final class Shop {
                record Sale(int price, int count) {}

                int price(Object thing) {
                    return switch (thing) {
                        case Sale(var price, var _) when price > 0 -> price;
                        case String _ -> 1;
                        default -> 0;
                    };
                }
            }
            """;
        Files.writeString(root.resolve("Shop.java"), text);

        assertThat(Formatting.run(root, false)).isEmpty();
    }

    @Test
    void aCommentLineIsWrappedOnlyBeyond120Columns() throws IOException {
        String second = "    /// " + "word ".repeat(22) + "ab";
        String fits = "package shop;\n\nfinal class Fits {\n    /// First.\n" + second + "\n    int a;\n}\n";
        assertThat(second).hasSize(120);
        Files.writeString(root.resolve("Fits.java"), fits);
        assertThat(Formatting.run(root, true)).isEmpty();

        Files.writeString(root.resolve("Fits.java"), fits.replace(" ab\n", " abc\n"));
        assertThat(Formatting.run(root, true)).containsExactly("Fits.java: formatted");
        assertThat(root.resolve("Fits.java")).hasContent(fits.replace(" ab\n", "\n    /// abc\n"));

        Files.writeString(root.resolve("Fits.java"), fits.replace(" ab\n", " abc\n    /// and on.\n"));
        assertThat(Formatting.run(root, true)).containsExactly("Fits.java: formatted");
        assertThat(root.resolve("Fits.java")).hasContent(fits.replace(" ab\n", "\n    /// abc and on.\n"));
    }

    @Test
    void aFileThatCannotBeReadFailsInBothModes() throws IOException {
        Files.writeString(root.resolve("Broken.java"), "final class {");

        assertThat(Formatting.run(root, false))
                .singleElement()
                .asString()
                .startsWith("Broken.java: cannot be formatted");
        assertThat(Formatting.exitCode("check", root)).isEqualTo(1);
        assertThat(Formatting.exitCode("rewrite", root)).isEqualTo(1);
    }
}
