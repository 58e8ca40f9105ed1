package io.florin.sandbox.check;

import io.florin.sandbox.check.NameCheck.WordSearch;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Looks through stores for words and amounts, as they are and in all that [EncodedBytes] finds.
final class SecretSearch {
    private static final int SHOWN_MAX = 6;

    /// Of which each may be inside another: Base64, escaped in JSON, in a column of bytes.
    private static final int ENCODINGS_MAX = 3;

    private final String kind;
    private final WordSearch words;
    private final Set<Long> amounts;
    private final TreeMap<String, AmountSearch> amountsByPlace = new TreeMap<>();
    private final TreeSet<String> flaws = new TreeSet<>();

    /// @param kind what a word is called in a finding
    SecretSearch(String kind, WordSearch words, Collection<Long> amounts) {
        this.kind = kind;
        this.words = words;
        this.amounts = Set.copyOf(amounts);
    }

    /// @param place a table, a topic, a file: what lies in it counts together
    /// @param withAmounts false where amounts may be known
    void look(String place, byte[] content, boolean withAmounts) {
        look(
                place,
                content,
                withAmounts && !amounts.isEmpty()
                        ? Optional.of(amountsByPlace.computeIfAbsent(place, _ -> new AmountSearch(amounts)))
                        : Optional.empty(),
                ENCODINGS_MAX);
    }

    private void look(String place, byte[] content, Optional<AmountSearch> numbers, int encodings) {
        note(place, content);
        String text = new String(content, StandardCharsets.ISO_8859_1);
        numbers.ifPresent(search -> search.inBytes(content).inText(text));
        if (encodings > 0) {
            EncodedBytes.in(text).forEach(decoded -> look(place, decoded, numbers, encodings - 1));
        }
    }

    private void note(String place, byte[] content) {
        if (words.in(content).isPresent()) {
            flaws.add(place + " shows " + kind);
        }
    }

    /// The findings, a few of them.
    Optional<String> flaw() {
        amountsByPlace.forEach((place, search) -> {
            if (search.leaks()) {
                flaws.add(place + " shows amounts");
            }
        });
        return flaws.isEmpty()
                ? Optional.empty()
                : Optional.of(flaws.stream().limit(SHOWN_MAX).collect(Collectors.joining("; ")));
    }
}
