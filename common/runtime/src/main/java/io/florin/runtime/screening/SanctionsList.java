package io.florin.runtime.screening;

import io.florin.crypto.hash.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// A list of names in CSV with the columns of OpenSanctions' simple format: `id`, `schema`, `name`, `aliases`,
/// `birth_date`, `identifiers`, `sanctions`, `last_change` (others are ignored); several values are split by `;`.
///
/// The version is the newest `last_change` and the beginning of the file's SHA-256, so two files never share one. A NUL
/// is read as a blank: databases take none in a text, so whoever such a line names could be kept by nobody, and a
/// batch with that person would wait for ever.
public record SanctionsList(String version, List<Entry> entries) {
    private static final List<String> COLUMNS =
            List.of("id", "schema", "name", "aliases", "birth_date", "identifiers", "sanctions", "last_change");
    private static final int DIGEST_CHARS = 12;
    /// As exact as a time gets.
    private static final int CHANGED_MAX = 40;

    public SanctionsList {
        entries = List.copyOf(entries);
    }

    /// @param names the name and its aliases
    /// @param birthDates `1961-04-02`, `1961-04` or `1961`
    public record Entry(
            String id, List<Name> names, List<String> birthDates, Set<String> identifiers, String programme) {
        public Entry {
            names = List.copyOf(names);
            birthDates = List.copyOf(birthDates);
            identifiers = Set.copyOf(identifiers);
        }

        /// A remark on the date of birth, in words: people are mistaken about dates and lie about them, so it never
        /// makes a likeness go away.
        String onBirthDate(Optional<LocalDate> given) {
            if (given.isEmpty() || birthDates.isEmpty()) {
                return given.isEmpty() ? "no date of birth given" : "no date of birth listed";
            }
            String listed = "listed " + String.join(" or ", birthDates) + ", given " + given.get();
            if (birthDates.stream().anyMatch(date -> given.get().toString().startsWith(date))) {
                return "date of birth agrees: " + listed;
            }
            boolean near = birthDates.stream()
                    .mapToInt(date -> Integer.parseInt(date.substring(0, 4)))
                    .anyMatch(year -> Math.abs(year - given.get().getYear()) <= 1);
            return (near ? "date of birth is near: " : "date of birth differs: ") + listed;
        }
    }

    /// A name as listed and made comparable.
    public record Name(String listed, NormalName normal) {
        static Name of(String listed) {
            return new Name(listed, NormalName.of(listed));
        }
    }

    /// @throws IllegalArgumentException when a column is missing or a line is malformed: a list that cannot be read is
    /// no
    ///     list, and registration does not start without one
    public static SanctionsList parse(byte[] csv) {
        List<List<String>> lines = CsvLines.parse(new String(csv, StandardCharsets.UTF_8).replace('\0', ' '));
        if (lines.size() < 2) {
            throw new IllegalArgumentException("a sanctions list has a header and entries");
        }
        List<String> header = lines.getFirst();
        int[] columns = COLUMNS.stream().mapToInt(header::indexOf).toArray();
        if (Arrays.stream(columns).anyMatch(column -> column < 0)) {
            throw new IllegalArgumentException("a sanctions list has the columns " + COLUMNS);
        }
        List<Entry> entries = new ArrayList<>();
        String newest = "";
        for (List<String> line : lines.subList(1, lines.size())) {
            if (line.size() != header.size()) {
                throw new IllegalArgumentException("a line of the sanctions list has " + line.size() + " values");
            }
            entries.add(entry(line, columns));
            String changed = line.get(columns[7]);
            if (changed.length() > CHANGED_MAX) {
                throw new IllegalArgumentException("a date of change in the sanctions list is malformed");
            }
            newest = changed.compareTo(newest) > 0 ? changed : newest;
        }
        String digest = Sha256.hash(csv).toHex().substring(0, DIGEST_CHARS);
        return new SanctionsList(newest + "/" + digest, entries);
    }

    private static Entry entry(List<String> line, int[] columns) {
        List<Name> names = new ArrayList<>();
        names.add(Name.of(line.get(columns[2])));
        values(line.get(columns[3])).forEach(alias -> names.add(Name.of(alias)));
        List<String> birthDates = values(line.get(columns[4]));
        if (birthDates.stream().anyMatch(date -> !date.matches("\\d{4}(-\\d{2}){0,2}"))) {
            throw new IllegalArgumentException("a date of birth in the sanctions list is malformed");
        }
        Set<String> identifiers = new HashSet<>();
        values(line.get(columns[5])).forEach(identifier -> identifiers.add(comparable(identifier)));
        return new Entry(line.get(columns[0]), names, birthDates, identifiers, line.get(columns[6]));
    }

    /// A document number without blanks and punctuation, in upper case.
    static String comparable(String identifier) {
        return identifier.replaceAll("[^\\p{L}\\p{Nd}]", "").toUpperCase(Locale.ROOT);
    }

    private static List<String> values(String cell) {
        return Arrays.stream(cell.split(";"))
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .toList();
    }
}
