package io.florin.bank.protocol;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Text that a person typed to find something: an id, an account, a reference, or words of a name.
///
/// @param text without spaces around it, as long as any column that is searched
public record SearchText(String text) {
    private static final int LENGTH_MAX = 140;
    private static final Pattern UUID_FORM = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    public SearchText {
        String clean = text.replace('\0', ' ').strip();
        text = clean.length() <= LENGTH_MAX ? clean : clean.substring(0, LENGTH_MAX);
    }

    public boolean isEmpty() {
        return text.isEmpty();
    }

    /// The id, or UETR, that it is.
    public Optional<UUID> id() {
        String lower = text.toLowerCase(Locale.ROOT);
        return UUID_FORM.matcher(lower).matches() ? Optional.of(UUID.fromString(lower)) : Optional.empty();
    }

    /// In capitals without spaces, since people write accounts in groups and in small letters.
    public String account() {
        return text.replace(" ", "").toUpperCase(Locale.ROOT);
    }

    /// The transaction id that it is.
    public Optional<byte[]> transactionId() {
        String lower = text.toLowerCase(Locale.ROOT);
        return lower.matches("[0-9a-f]{64}") ? Optional.of(HexFormat.of().parseHex(lower)) : Optional.empty();
    }

    /// For PostgreSQL's `to_tsquery('simple', …)`: all words, each of which a word of the name may go on.
    public String words() {
        return Arrays.stream(text.replace('\\', ' ').split("\\s+"))
                .filter(word -> !word.isEmpty())
                .map(word -> "'" + word.replace("'", "''") + "':*")
                .collect(Collectors.joining(" & "));
    }
}
