package io.florin.sandbox.check;

import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Looks for amounts where they would be written: as eight bytes, as a number of minor units, as a decimal number.
/// A decimal number, or one that is called an amount, leaks by itself. A bare number or eight bytes may be chance, for
/// example an expiry height with the first byte of a nonce behind it: so a place leaks that shows [#CHANCE] of them.
final class AmountSearch {
    /// So many different ones are no chance any more.
    static final int CHANCE = 3;

    private static final Pattern NUMBER =
            Pattern.compile("(?<![\\d.])(\\d{1,3}(?:[,' ]\\d{3})+(?=[.,]\\d\\d)|\\d{3,18})([.,]\\d{2})?(?!\\d)");
    private static final Pattern CALLED_BEFORE = Pattern.compile(
            "(?:amount|value|sum|paid|total|balance|minor)\\w*[\"']?(?:\\s(?:of|is))?\\s*[:=(\\[]?\\s*[\"']?$");
    private static final Pattern CALLED_AFTER = Pattern.compile("^\\s?(?:fln|minor|cent)");
    private static final int LABEL = 24;

    private final Set<Long> amounts;
    private final Set<Long> found = new HashSet<>();
    private boolean certain;

    AmountSearch(Collection<Long> amounts) {
        this.amounts = Set.copyOf(amounts);
    }

    AmountSearch inBytes(byte[] content) {
        long window = 0;
        for (int i = 0; i < content.length; i++) {
            window = window << Byte.SIZE | content[i] & 0xFF;
            if (i + 1 >= Long.BYTES && amounts.contains(window)) {
                found.add(window);
            }
        }
        return this;
    }

    AmountSearch inText(String text) {
        NUMBER.matcher(text).results().forEach(number -> look(text, number));
        return this;
    }

    private void look(String text, MatchResult number) {
        String digits = number.group(1).replaceAll("\\D", "");
        if (digits.length() > 16) {
            return;
        }
        long whole = Long.parseLong(digits);
        if (number.group(2) != null) {
            certain |= amounts.contains(
                    100 * whole + Long.parseLong(number.group(2).substring(1)));
        }
        if (amounts.contains(whole)) {
            found.add(whole);
            certain |= isCalledAmount(text, number.start(1), number.end(1));
        }
    }

    private static boolean isCalledAmount(String text, int start, int end) {
        String before = text.substring(Math.max(0, start - LABEL), start).toLowerCase(Locale.ROOT);
        String after = text.substring(end, Math.min(text.length(), end + LABEL)).toLowerCase(Locale.ROOT);
        return CALLED_BEFORE.matcher(before).find()
                || CALLED_AFTER.matcher(after).find();
    }

    boolean leaks() {
        return certain || found.size() >= CHANCE;
    }
}
