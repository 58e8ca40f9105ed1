package io.florin.sandbox.check;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/// Looks for amounts where they would be stored: as eight bytes, as sixteen hexadecimal digits, as a field of a row.
/// One amount alone may be chance, for example an expiry height with the first byte of a nonce behind it, so a place
/// leaks amounts that shows [#CHANCE] of them.
final class AmountSearch {
    /// So many different ones are no chance any more.
    static final int CHANCE = 3;

    private static final Pattern FIELD = Pattern.compile("[,(](\\d{4,18})(?=[,)])");
    private static final int HEX_DIGITS = 2 * Long.BYTES;

    private final Set<Long> amounts;
    private final Set<Long> found = new HashSet<>();

    AmountSearch(Collection<Long> amounts) {
        this.amounts = Set.copyOf(amounts);
    }

    AmountSearch inBytes(byte[] content) {
        long window = 0;
        for (int i = 0; i < content.length; i++) {
            window = window << Byte.SIZE | content[i] & 0xFF;
            note(i + 1 >= Long.BYTES, window);
        }
        return this;
    }

    AmountSearch inText(String text) {
        long window = 0;
        int digits = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = Character.digit(text.charAt(i), 16);
            digits = digit < 0 ? 0 : digits + 1;
            window = digit < 0 ? 0 : window << 4 | digit;
            note(digits >= HEX_DIGITS, window);
        }
        FIELD.matcher(text).results().forEach(field -> note(true, Long.parseLong(field.group(1))));
        return this;
    }

    private void note(boolean whole, long value) {
        if (whole && amounts.contains(value)) {
            found.add(value);
        }
    }

    boolean leaks() {
        return found.size() >= CHANCE;
    }
}
