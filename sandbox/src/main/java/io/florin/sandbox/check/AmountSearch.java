package io.florin.sandbox.check;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Looks for amounts where they would be written: as eight bytes, as a number of minor units, as a decimal number.
/// A decimal number, or one that is called an amount, leaks by itself; of amounts below [#TELLING] only the latter do:
/// their digits stand in versions, durations and dates. Those are not looked for as eight bytes either. A bare number
/// or eight bytes may be chance, for example an expiry height with the first byte of a nonce behind it: so a place
/// leaks that shows [#CHANCE] of them.
final class AmountSearch {
    /// So many different ones are no chance any more.
    static final int CHANCE = 3;

    /// Minor units from which on a number says something by itself.
    static final long TELLING = 100_000;

    private static final Pattern NUMBER =
            Pattern.compile("(?<![\\d.])(\\d{1,3}(?:[,' ]\\d{3})+(?=[.,]\\d)|\\d{3,18}|\\d{1,2}(?=[.,]\\d))"
                    + "(?:([.,]\\d{2})0*|(\\.\\d)(?!\\.))?(?!\\d)");
    private static final int DIGITS = 3;
    private static final Pattern CALLED_BEFORE = Pattern.compile(
            "(?:amount|value|sum|paid|total|balance|minor)\\w*[\"']?(?:\\s(?:of|is))?\\s*[:=(\\[]?\\s*[\"']?$");
    private static final Pattern CALLED_AFTER = Pattern.compile("^\\s?(?:fln|minor|cent)");
    private static final int LABEL = 24;

    private final Set<Long> amounts;
    private final Set<Long> found = new HashSet<>();
    private final long least;
    private final long most;
    private int met;
    private boolean certain;

    AmountSearch(Collection<Long> amounts) {
        this.amounts = Set.copyOf(amounts);
        this.least = Collections.min(amounts);
        this.most = Collections.max(amounts);
    }

    AmountSearch inBytes(byte[] content) {
        long window = 0;
        for (int i = 0; i < content.length; i++) {
            window = window << Byte.SIZE | content[i] & 0xFF;
            if (window >= least && window <= most && i + 1 >= Long.BYTES && isTelling(window)) {
                met++;
                found.add(window);
            }
        }
        return this;
    }

    AmountSearch inText(String text) {
        if (hasNumber(text)) {
            NUMBER.matcher(text).results().forEach(number -> look(text, number));
        }
        return this;
    }

    /// Most of what is decoded has no digits, and the regular expression takes its time.
    private static boolean hasNumber(String text) {
        int digits = 0;
        for (int at = 0; at < text.length() && digits < DIGITS; at++) {
            char c = text.charAt(at);
            if (c != '.' && c != ',') {
                digits = c >= '0' && c <= '9' ? digits + 1 : 0;
            }
        }
        return digits == DIGITS;
    }

    private void look(String text, MatchResult number) {
        String digits = number.group(1).replaceAll("\\D", "");
        if (digits.length() > 16) {
            return;
        }
        long whole = Long.parseLong(digits);
        boolean called = isCalledAmount(text, number.start(1), number.end());
        if (number.group(2) != null) {
            decimal(100 * whole + Long.parseLong(number.group(2).substring(1)), called);
        }
        if (number.group(3) != null) { // JSON leaves a last zero out
            decimal(100 * whole + 10 * Long.parseLong(number.group(3).substring(1)), called);
        }
        boolean calledWhole = isCalledAmount(text, number.start(1), number.end(1));
        if (isTelling(whole) || amounts.contains(whole) && calledWhole) {
            met++;
            found.add(whole);
            certain |= calledWhole;
        }
    }

    private void decimal(long amount, boolean called) {
        if (isTelling(amount) || amounts.contains(amount) && called) {
            met++;
            certain = true;
        }
    }

    /// Looked for, and too large for chance.
    private boolean isTelling(long number) {
        return number >= TELLING && amounts.contains(number);
    }

    private static boolean isCalledAmount(String text, int start, int end) {
        String before = text.substring(Math.max(0, start - LABEL), start).toLowerCase(Locale.ROOT);
        String after = text.substring(end, Math.min(text.length(), end + LABEL)).toLowerCase(Locale.ROOT);
        return CALLED_BEFORE.matcher(before).find()
                || CALLED_AFTER.matcher(after).find();
    }

    /// Number of times that any of the amounts was met.
    int met() {
        return met;
    }

    boolean leaks() {
        return certain || found.size() >= CHANCE;
    }
}
