package io.florin.runtime.console;

import java.math.BigDecimal;
import java.util.Locale;

/// Amounts as people read them: `1,234,567.89`.
public final class AmountText {

    private AmountText() {}

    /// @param minorUnits may be negative
    /// @param minorDigits decimals of the currency
    public static String of(long minorUnits, int minorDigits) {
        return String.format(Locale.ROOT, "%,." + minorDigits + "f", BigDecimal.valueOf(minorUnits, minorDigits));
    }
}
