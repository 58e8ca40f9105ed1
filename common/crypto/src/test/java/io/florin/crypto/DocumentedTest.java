package io.florin.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The library is used by its comments: whatever is public says what it is, and what is thrown at bad input.
class DocumentedTest {
    private static final Path SOURCES = Path.of("src/main/java/io/florin/crypto");
    private static final Pattern PUBLIC = Pattern.compile("\\s*public .*");
    private static final Pattern NAMED_BY_JAVA =
            Pattern.compile("\\s*public (String toString|boolean equals|int hashCode)\\(.*");
    private static final Pattern READS = Pattern.compile("\\s*public static \\S+ (decode|read)\\(.*byte\\[] \\w+.*\\{");

    @Test
    void everythingPublicSaysWhatItIs() throws IOException {
        List<String> found = new ArrayList<>();
        int members = 0;
        for (var source : sources().entrySet()) {
            List<String> lines = source.getValue();
            for (int i = 0; i < lines.size(); i++) {
                if (PUBLIC.matcher(lines.get(i)).matches()) {
                    members++;
                    String above = above(lines, i);
                    if (!above.startsWith("///")
                            && !above.equals("@Override")
                            && !NAMED_BY_JAVA.matcher(lines.get(i)).matches()) {
                        found.add(source.getKey() + ":" + (i + 1) + lines.get(i));
                    }
                }
            }
        }
        assertThat(members).isGreaterThan(500);
        assertThat(found).isEmpty();
    }

    /// A method that reads bytes of others names its errors.
    @Test
    void everyDecoderSaysWhatItRefuses() throws IOException {
        List<String> found = new ArrayList<>();
        int decoders = 0;
        for (var source : sources().entrySet()) {
            List<String> lines = source.getValue();
            for (int i = 0; i < lines.size(); i++) {
                if (READS.matcher(lines.get(i)).matches()) {
                    decoders++;
                    if (!comment(lines, i).contains("@throws")
                            && !comment(lines, i).contains("Empty")) {
                        found.add(source.getKey() + ":" + (i + 1) + lines.get(i));
                    }
                }
            }
        }
        assertThat(decoders).isGreaterThan(20);
        assertThat(found).isEmpty();
    }

    /// The line before the member's annotations; an override's is its annotation.
    private static String above(List<String> lines, int at) {
        int i = at - 1;
        while (lines.get(i).strip().startsWith("@") && !lines.get(i).strip().equals("@Override")) {
            i--;
        }
        return lines.get(i).strip();
    }

    private static String comment(List<String> lines, int at) {
        StringBuilder comment = new StringBuilder();
        for (int i = at - 1; i >= 0; i--) {
            String line = lines.get(i).strip();
            if (!line.startsWith("///") && !line.startsWith("@")) {
                break;
            }
            comment.insert(0, line + "\n");
        }
        return comment.toString();
    }

    private static TreeMap<String, List<String>> sources() throws IOException {
        TreeMap<String, List<String>> sources = new TreeMap<>();
        try (var files = Files.walk(SOURCES)) {
            for (Path file :
                    (Iterable<Path>) files.filter(each -> each.toString().endsWith(".java"))::iterator) {
                sources.put(SOURCES.relativize(file).toString().replace('\\', '/'), Files.readAllLines(file));
            }
        }
        return sources;
    }
}
