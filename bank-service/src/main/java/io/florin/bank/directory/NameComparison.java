package io.florin.bank.directory;

import io.florin.runtime.api.BankInternalApi.NameMatch;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Compares the name that a payer writes with that of the account's holder, word by word. Case, accents, punctuation,
/// order and titles do not count. Initials, left-out further names and a few letters are a close match; it tells a
/// slip from another person, and is no screening.
final class NameComparison {

    private static final Set<String> TITLES = Set.of("mr", "mrs", "ms", "miss", "dr", "prof", "herr", "frau", "mme");

    /// Letters that have no decomposition.
    private static final Map<String, String> LETTERS =
            Map.of("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ı", "i");

    /// One wrong letter in so many.
    private static final int LETTERS_PER_SLIP = 6;

    private static final int WORDS_MAX = 20;

    private NameComparison() {}

    static NameMatch of(String stated, String holder) {
        List<String> one = words(stated);
        List<String> other = words(holder);
        if (one.isEmpty() || other.isEmpty()) {
            return NameMatch.NOT_CHECKED;
        }
        if (one.equals(other)) {
            return NameMatch.MATCH;
        }
        String together = String.join("", one);
        String holderTogether = String.join("", other);
        if (together.equals(holderTogether)) {
            return NameMatch.MATCH;
        }
        boolean slip = distance(together, holderTogether)
                <= Math.max(together.length(), holderTogether.length()) / LETTERS_PER_SLIP;
        List<String> shorter = one.size() <= other.size() ? one : other;
        boolean fewer = shorter.size() > 1 && eachIn(shorter, shorter == one ? other : one);
        return slip || fewer ? NameMatch.CLOSE : NameMatch.NO_MATCH;
    }

    /// Whether each word is one of the others, spelled out or as an initial, and at least one is spelled out.
    private static boolean eachIn(List<String> words, List<String> others) {
        List<String> left = new ArrayList<>(others);
        boolean spelledOut = false;
        for (String word : words) {
            boolean whole = left.remove(word);
            spelledOut |= whole;
            if (!whole && !removeInitial(word, left)) {
                return false;
            }
        }
        return spelledOut;
    }

    private static boolean removeInitial(String word, List<String> left) {
        for (String candidate : left) {
            boolean initial = (word.length() == 1 || candidate.length() == 1) && word.charAt(0) == candidate.charAt(0);
            if (initial) {
                left.remove(candidate);
                return true;
            }
        }
        return false;
    }

    /// In alphabetical order.
    private static List<String> words(String name) {
        String plain = Normalizer.normalize(name.toLowerCase(Locale.ROOT), Normalizer.Form.NFKD)
                .replaceAll("\\p{M}+", "")
                .replaceAll("['’`]+", "");
        for (Map.Entry<String, String> letter : LETTERS.entrySet()) {
            plain = plain.replace(letter.getKey(), letter.getValue());
        }
        return Arrays.stream(plain.split("[^\\p{L}\\p{Nd}]+"))
                .filter(word -> !word.isEmpty() && !TITLES.contains(word))
                .sorted()
                .limit(WORDS_MAX)
                .toList();
    }

    /// Letters to change, add or take away (Levenshtein).
    private static int distance(String one, String other) {
        int[] before = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int change = before[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, Math.min(before[j], row[j - 1]) + 1);
            }
            before = row;
        }
        return before[other.length()];
    }
}
