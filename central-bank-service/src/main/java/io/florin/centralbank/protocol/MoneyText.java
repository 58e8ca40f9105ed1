package io.florin.centralbank.protocol;

/// Writes minor units for people: `1,234,567.89`.
public final class MoneyText {
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
}
