package io.florin.centralbank.protocol;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Writes minor units for people, `1,234,567.89`, and reads what people write.
public final class MoneyText {
    private static final Pattern AMOUNT = Pattern.compile("(-?)(\\d{1,15}|\\d{1,3}(?:,\\d{3}){1,4})(?:\\.(\\d{1,2}))?");
    private static final int MINOR_DIGITS = 2;
    private static final int GROUP = 3;

    /// Of minor units, with two decimals.
    public String text(long minorUnits) {
        String digits = Long.toString(minorUnits).replace("-", "");
        String padded = "0".repeat(Math.max(0, MINOR_DIGITS + 1 - digits.length())) + digits;
        String whole = padded.substring(0, padded.length() - MINOR_DIGITS);
        StringBuilder text = new StringBuilder(whole);
        for (int place = whole.length() - GROUP; place > 0; place -= GROUP) {
            text.insert(place, ',');
        }
        return (minorUnits < 0 ? "-" : "") + text + "." + padded.substring(padded.length() - MINOR_DIGITS);
    }

    /// `1234.56` or `1,234.56` as minor units; empty when it is neither.
    public Optional<Long> minorUnits(String text) {
        Matcher amount = AMOUNT.matcher(text.strip());
        if (!amount.matches()) {
            return Optional.empty();
        }
        String cents = amount.group(3) == null ? "00" : (amount.group(3) + "0").substring(0, 2);
        long minor = Long.parseLong(amount.group(2).replace(",", "") + cents);
        return Optional.of(amount.group(1).isEmpty() ? minor : -minor);
    }
}
