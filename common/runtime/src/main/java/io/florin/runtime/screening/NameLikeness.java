package io.florin.runtime.screening;

import java.util.ArrayList;
import java.util.List;

/// Likeness of two names, per mille: the best of three comparisons.
///
/// Whole against whole: Jaro–Winkler over the sorted words, which forgives misspelling. Word by word: each word of the
/// shorter name against its best partner in the longer one, at least two words and none below [#WORD_MIN], which
/// forgives a middle name that is left out. Written together: the words of the one are words of the other put together,
/// in any order.
public final class NameLikeness {
    static final int SAME = 1000;
    static final int WORD_MIN = 850;
    static final int TOGETHER = 980;
    private static final int TOGETHER_WORDS_MAX = 8;
    private static final int PREFIX_MAX = 4;
    private static final int BOOST_FROM = 700;

    private NameLikeness() {}

    public static int perMille(NormalName one, NormalName other) {
        if (one.isEmpty() || other.isEmpty()) {
            return 0;
        }
        int letters = Math.max(jaroWinkler(one.text(), other.text()), wordByWord(one.words(), other.words()));
        return letters < TOGETHER && together(one.words(), other.words()) ? TOGETHER : letters;
    }

    /// Explanation of [#perMille]'s score, for a person who decides.
    public static String explain(NormalName one, NormalName other) {
        int score = perMille(one, other);
        String compared = "‘" + one.text() + "’ and ‘" + other.text() + "’";
        if (one.equals(other)) {
            return "the same words once written in plain Latin letters and sorted: ‘" + one.text() + "’";
        }
        if (score == wordByWord(one.words(), other.words())) {
            boolean all = one.words().size() == other.words().size();
            return (all ? "word by word alike: " : "word by word alike, with words left out: ") + compared;
        }
        if (score == jaroWinkler(one.text(), other.text())) {
            return "the names as a whole are alike: " + compared;
        }
        return "the same letters, written together or apart: " + compared;
    }

    private static boolean together(List<String> one, List<String> other) {
        List<String> fewer = one.size() <= other.size() ? one : other;
        List<String> more = one.size() <= other.size() ? other : one;
        return fewer.size() < more.size()
                && more.size() <= TOGETHER_WORDS_MAX
                && consumed(String.join("", fewer).length(), more)
                && builds(fewer, 0, fewer.getFirst(), new ArrayList<>(more));
    }

    private static boolean consumed(int letters, List<String> words) {
        return words.stream().mapToInt(String::length).sum() == letters;
    }

    /// Whether what is left of one word, and all words after it, can be put together from these parts.
    private static boolean builds(List<String> words, int at, String left, List<String> parts) {
        if (left.isEmpty()) {
            return at + 1 == words.size() ? parts.isEmpty() : builds(words, at + 1, words.get(at + 1), parts);
        }
        for (int i = 0; i < parts.size(); i++) {
            String part = parts.get(i);
            if (left.startsWith(part)) {
                List<String> others = new ArrayList<>(parts);
                others.remove(i);
                if (builds(words, at, left.substring(part.length()), others)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static int wordByWord(List<String> one, List<String> other) {
        List<String> shorter = one.size() <= other.size() ? one : other;
        List<String> longer = one.size() <= other.size() ? other : one;
        if (shorter.size() < 2) {
            return 0;
        }
        boolean[] taken = new boolean[longer.size()];
        int sum = 0;
        for (String word : shorter) {
            int best = -1;
            int bestScore = 0;
            for (int i = 0; i < longer.size(); i++) {
                int score = taken[i] ? 0 : jaroWinkler(word, longer.get(i));
                if (score > bestScore) {
                    best = i;
                    bestScore = score;
                }
            }
            if (bestScore < WORD_MIN) {
                return 0;
            }
            taken[best] = true;
            sum += bestScore;
        }
        return sum / shorter.size();
    }

    /// Jaro's similarity, raised by a common beginning of up to four letters (Winkler, 1990), per mille.
    static int jaroWinkler(String one, String other) {
        int jaro = jaro(one, other);
        if (jaro < BOOST_FROM) {
            return jaro;
        }
        int prefix = 0;
        int limit = Math.min(PREFIX_MAX, Math.min(one.length(), other.length()));
        while (prefix < limit && one.charAt(prefix) == other.charAt(prefix)) {
            prefix++;
        }
        return jaro + prefix * (SAME - jaro) / 10;
    }

    private static int jaro(String one, String other) {
        if (one.equals(other)) {
            return SAME;
        }
        int window = Math.max(0, Math.max(one.length(), other.length()) / 2 - 1);
        boolean[] inOne = new boolean[one.length()];
        boolean[] inOther = new boolean[other.length()];
        int matches = 0;
        for (int i = 0; i < one.length(); i++) {
            int end = Math.min(other.length(), i + window + 1);
            for (int j = Math.max(0, i - window); j < end; j++) {
                if (!inOther[j] && one.charAt(i) == other.charAt(j)) {
                    inOne[i] = true;
                    inOther[j] = true;
                    matches++;
                    break;
                }
            }
        }
        if (matches == 0) {
            return 0;
        }
        int outOfPlace = outOfPlace(one, inOne, other, inOther);
        return (SAME * matches / one.length()
                        + SAME * matches / other.length()
                        + SAME * (2 * matches - outOfPlace) / (2 * matches))
                / 3;
    }

    private static int outOfPlace(String one, boolean[] inOne, String other, boolean[] inOther) {
        int count = 0;
        int j = 0;
        for (int i = 0; i < one.length(); i++) {
            if (inOne[i]) {
                while (!inOther[j]) {
                    j++;
                }
                if (one.charAt(i) != other.charAt(j)) {
                    count++;
                }
                j++;
            }
        }
        return count;
    }
}
