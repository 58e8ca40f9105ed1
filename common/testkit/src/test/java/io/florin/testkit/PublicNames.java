package io.florin.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Simple names of public top-level types in main code, each with the modules that have such a type. A name that two
/// modules have is two meanings of one word, unless both say the same of themselves.
final class PublicNames {

    private static final String MAIN = "src/main/java/";

    private PublicNames() {}

    /// Names that more than one module below the root declares.
    ///
    /// @return name to the modules' folders, both ascending
    /// @throws AssertionError if there is no public type at all: nothing was looked at then
    static SortedMap<String, SortedSet<String>> shared(Path root) {
        SortedMap<String, SortedSet<String>> modules = new TreeMap<>();
        for (Path file : SourceTree.files(root)) {
            String path = file.toString();
            int main = path.indexOf(MAIN);
            String name = file.getFileName().toString().replaceFirst("\\.java$", "");
            if (main > 0 && path.endsWith(".java") && isPublic(root.resolve(file), name)) {
                modules.computeIfAbsent(name, _ -> new TreeSet<>()).add(path.substring(0, main - 1));
            }
        }
        if (modules.isEmpty()) {
            throw new AssertionError("no public type found below " + root + ", so nothing was checked");
        }
        modules.values().removeIf(each -> each.size() < 2);
        return modules;
    }

    private static boolean isPublic(Path file, String name) {
        Pattern declaration = Pattern.compile(
                "^public (?:[a-z-]+ )*(?:class|record|interface|enum|@interface) " + Pattern.quote(name) + "\\b",
                Pattern.MULTILINE);
        try {
            return declaration.matcher(Files.readString(file)).find();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
