package io.florin.iso20022;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The table `facets.txt`: lengths, patterns, digits, upper bounds of lists and choices that Prowide's model classes
/// do not carry. Its head explains its form.
final class Facets {
    private static final String TABLE = "facets.txt";

    private final Map<String, SimpleType> types = new HashMap<>();
    private final Map<String, String> typeNames = new HashMap<>();
    private final Map<String, Integer> listMaxima = new HashMap<>();
    private final Map<String, OneOf> choices = new HashMap<>();

    /// Elements of which exactly one (at most one when `optional`) occurs.
    record OneOf(List<String> elements, boolean optional) {}

    private Facets() {}

    static Facets load() {
        Facets facets = new Facets();
        try (InputStream table = Facets.class.getResourceAsStream(TABLE)) {
            if (table == null) {
                throw new IllegalStateException(TABLE + " is missing from the class path");
            }
            String section = "";
            for (String line : new BufferedReader(new InputStreamReader(table, StandardCharsets.UTF_8))
                    .lines()
                    .toList()) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                if (line.startsWith("type ")) {
                    facets.addType(line.split(" ", 4));
                } else if (line.startsWith("  ")) {
                    facets.addEntries(section, line.strip());
                } else {
                    int colon = line.indexOf(": ");
                    section = line.substring(0, colon);
                    facets.addEntries(section, line.substring(colon + 2));
                }
            }
            return facets;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private void addType(String[] words) {
        String[] facets = words[3].split(" ");
        types.put(
                words[1],
                switch (words[2]) {
                    case "text" -> new SimpleType.Text(Integer.parseInt(words[3]));
                    case "pattern" -> new SimpleType.Matching(words[1], Pattern.compile(words[3]));
                    case "decimal" ->
                        new SimpleType.Digits(
                                Integer.parseInt(facets[0]),
                                Integer.parseInt(facets[1]),
                                facets.length > 2 ? Optional.of(new BigDecimal(facets[2])) : Optional.empty());
                    case "base64" -> new SimpleType.Binary(Integer.parseInt(words[3]));
                    default -> throw new IllegalStateException("no kind of type: " + words[2]);
                });
    }

    private void addEntries(String section, String entries) {
        for (String entry : entries.split(" ")) {
            if (section.startsWith("max ")) {
                listMaxima.put(entry, Integer.parseInt(section.substring(4)));
            } else if (section.startsWith("one")) {
                String[] parts = entry.split("/");
                choices.put(parts[0], new OneOf(List.of(parts[1].split(",")), section.endsWith("optional")));
            } else {
                typeNames.put(entry, section);
            }
        }
    }

    /// The type of an element, attribute (`@Name`) or text (`#value`) of a model class.
    Optional<SimpleType> typeOf(String owner, String element) {
        return lookUp(typeNames, owner, element).map(types::get);
    }

    /// Number of times that a repeatable element may occur.
    int listMaximum(String owner, String element) {
        return lookUp(listMaxima, owner, element).orElse(Integer.MAX_VALUE);
    }

    Optional<OneOf> choiceIn(String owner) {
        return Optional.ofNullable(choices.get(owner));
    }

    private static <T> Optional<T> lookUp(Map<String, T> table, String owner, String element) {
        T exact = table.get(owner + "/" + element);
        if (exact != null) {
            return Optional.of(exact);
        }
        T family = table.get(owner.replaceAll("[0-9]+", "") + "/" + element);
        return Optional.ofNullable(family != null ? family : table.get(element));
    }
}
