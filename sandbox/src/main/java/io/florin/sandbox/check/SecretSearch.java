package io.florin.sandbox.check;

import io.florin.sandbox.check.NameCheck.WordSearch;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Looks through stores for words and amounts, as they are, as hexadecimal digits and as Base64.
final class SecretSearch {
    private static final int SHOWN_MAX = 6;

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
        String text = new String(content, StandardCharsets.ISO_8859_1);
        Optional<AmountSearch> numbers = withAmounts && !amounts.isEmpty()
                ? Optional.of(amountsByPlace.computeIfAbsent(place, _ -> new AmountSearch(amounts)))
                : Optional.empty();
        numbers.ifPresent(search -> search.inBytes(content).inText(text));
        note(place, content);
        for (byte[] decoded : EncodedBytes.in(text)) {
            note(place, decoded);
            numbers.ifPresent(search -> search.inBytes(decoded));
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
