package io.florin.sandbox.check;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.sandbox.check.NameCheck.WordSearch;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
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
    private final Set<Bytes32> clean;

    /// @param kind what a word is called in a finding
    /// @param memory of earlier searches, by what they looked for: hashes of contents in which they found nothing,
    /// which are passed over
    SecretSearch(String kind, WordSearch words, Collection<Long> amounts, Function<Bytes32, Set<Bytes32>> memory) {
        this.kind = kind;
        this.words = words;
        this.amounts = Set.copyOf(amounts);
        byte[] wanted = new TreeSet<>(amounts).toString().getBytes(StandardCharsets.US_ASCII);
        this.clean = memory.apply(Sha256.hash(words.digest().toArray(), wanted));
    }

    /// @param place a table, a topic, a file: what lies in it counts together
    /// @param withAmounts false where amounts may be known
    void look(String place, byte[] content, boolean withAmounts) {
        boolean counts = withAmounts && !amounts.isEmpty();
        Bytes32 hash = Sha256.hash(content, new byte[] {(byte) (counts ? 1 : 0)});
        if (clean.contains(hash)) {
            return;
        }
        Optional<AmountSearch> numbers = counts
                ? Optional.of(amountsByPlace.computeIfAbsent(place, _ -> new AmountSearch(amounts)))
                : Optional.empty();
        int before = numbers.map(AmountSearch::met).orElse(0);
        boolean met = look(place, content, numbers, ENCODINGS_MAX);
        if (!met && before == numbers.map(AmountSearch::met).orElse(0)) {
            clean.add(hash);
        }
    }

    /// @return whether a word was met
    private boolean look(String place, byte[] content, Optional<AmountSearch> numbers, int encodings) {
        boolean met = words.in(content).isPresent();
        if (met) {
            flaws.add(place + " shows " + kind);
        }
        String text = new String(content, StandardCharsets.ISO_8859_1);
        numbers.ifPresent(search -> search.inBytes(content).inText(text));
        if (encodings > 0) {
            for (byte[] decoded : EncodedBytes.in(text)) {
                met |= look(place, decoded, numbers, encodings - 1);
            }
        }
        return met;
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
