package io.florin.runtime.screening;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A name made comparable: Cyrillic, Greek and special Latin letters written in plain Latin, diacritics stripped, lower
/// case, words sorted, so that `Łukasz Müller` and `MULLER, Lukasz` are the same.
///
/// @param words sorted, each of letters a–z and digits
public record NormalName(List<String> words) {

    private static final Map<String, String> LETTERS = Map.ofEntries(
            Map.entry("ß", "ss"),
            Map.entry("ø", "o"),
            Map.entry("ł", "l"),
            Map.entry("đ", "d"),
            Map.entry("ð", "d"),
            Map.entry("þ", "th"),
            Map.entry("æ", "ae"),
            Map.entry("œ", "oe"),
            Map.entry("ı", "i"),
            Map.entry("ħ", "h"),
            Map.entry("ŋ", "n"),
            Map.entry("ŧ", "t"),
            Map.entry("а", "a"),
            Map.entry("б", "b"),
            Map.entry("в", "v"),
            Map.entry("г", "g"),
            Map.entry("д", "d"),
            Map.entry("е", "e"),
            Map.entry("ж", "zh"),
            Map.entry("з", "z"),
            Map.entry("и", "i"),
            Map.entry("к", "k"),
            Map.entry("л", "l"),
            Map.entry("м", "m"),
            Map.entry("н", "n"),
            Map.entry("о", "o"),
            Map.entry("п", "p"),
            Map.entry("р", "r"),
            Map.entry("с", "s"),
            Map.entry("т", "t"),
            Map.entry("у", "u"),
            Map.entry("ф", "f"),
            Map.entry("х", "kh"),
            Map.entry("ц", "ts"),
            Map.entry("ч", "ch"),
            Map.entry("ш", "sh"),
            Map.entry("щ", "shch"),
            Map.entry("ъ", ""),
            Map.entry("ы", "y"),
            Map.entry("ь", ""),
            Map.entry("э", "e"),
            Map.entry("ю", "yu"),
            Map.entry("я", "ya"),
            Map.entry("і", "i"),
            Map.entry("є", "ye"),
            Map.entry("ґ", "g"),
            Map.entry("α", "a"),
            Map.entry("β", "v"),
            Map.entry("γ", "g"),
            Map.entry("δ", "d"),
            Map.entry("ε", "e"),
            Map.entry("ζ", "z"),
            Map.entry("η", "i"),
            Map.entry("θ", "th"),
            Map.entry("ι", "i"),
            Map.entry("κ", "k"),
            Map.entry("λ", "l"),
            Map.entry("μ", "m"),
            Map.entry("ν", "n"),
            Map.entry("ξ", "x"),
            Map.entry("ο", "o"),
            Map.entry("π", "p"),
            Map.entry("ρ", "r"),
            Map.entry("σ", "s"),
            Map.entry("ς", "s"),
            Map.entry("τ", "t"),
            Map.entry("υ", "y"),
            Map.entry("φ", "f"),
            Map.entry("χ", "ch"),
            Map.entry("ψ", "ps"),
            Map.entry("ω", "o"));

    public NormalName {
        words = List.copyOf(words);
    }

    public static NormalName of(String name) {
        String decomposed = Normalizer.normalize(name.toLowerCase(Locale.ROOT), Normalizer.Form.NFKD)
                .replaceAll("\\p{M}+", "")
                .replaceAll("[’'`´]", "");
        StringBuilder latin = new StringBuilder();
        decomposed.codePoints().forEach(letter -> {
            String text = Character.toString(letter);
            latin.append(LETTERS.getOrDefault(text, text));
        });
        String[] words = latin.toString().split("[^\\p{L}\\p{Nd}]+");
        Arrays.sort(words);
        List<String> sorted = new ArrayList<>();
        for (String word : words) {
            if (!word.isEmpty()) {
                sorted.add(word);
            }
        }
        return new NormalName(sorted);
    }

    /// The words in one line.
    public String text() {
        return String.join(" ", words);
    }

    public boolean isEmpty() {
        return words.isEmpty();
    }
}
