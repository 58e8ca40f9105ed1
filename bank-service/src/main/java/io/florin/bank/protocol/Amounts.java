package io.florin.bank.protocol;

import io.florin.runtime.console.AmountText;
import java.math.BigDecimal;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// Amounts as people read and write them: a decimal point, commas between thousands.
///
/// @param minorDigits decimals of the currency
public record Amounts(String currency, int minorDigits) {

    /// Largest amount of one request, in minor units.
    public static final long REQUEST_MAX = 1_000_000_000_000_000L;

    private static final Pattern FORM = Pattern.compile("(\\d{1,15}|\\d{1,3}(,\\d{3}){1,4})([.]\\d{1,5})?");

    /// @param minorUnits may be negative
    public String show(long minorUnits) {
        return AmountText.of(minorUnits, minorDigits) + " " + currency;
    }

    /// @return minor units; empty for what is no positive amount of this currency
    public OptionalLong parse(String text) {
        String trimmed = text.strip();
        int point = trimmed.indexOf('.');
        boolean fits = FORM.matcher(trimmed).matches() && (point < 0 || trimmed.length() - point - 1 <= minorDigits);
        if (!fits) {
            return OptionalLong.empty();
        }
        long minorUnits = new BigDecimal(trimmed.replace(",", ""))
                .movePointRight(minorDigits)
                .longValueExact();
        return minorUnits > 0 ? OptionalLong.of(minorUnits) : OptionalLong.empty();
    }
}
