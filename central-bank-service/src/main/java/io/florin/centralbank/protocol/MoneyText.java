package io.florin.centralbank.protocol;

import io.florin.runtime.console.AmountText;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Writes minor units for people, `1,234,567.89`, and reads what people write.
public final class MoneyText {
    private static final Pattern AMOUNT = Pattern.compile("(-?)(\\d{1,15}|\\d{1,3}(?:,\\d{3}){1,4})(?:\\.(\\d{1,2}))?");
    private static final int MINOR_DIGITS = 2;

    /// Of minor units, with two decimals.
    public String text(long minorUnits) {
        return AmountText.of(minorUnits, MINOR_DIGITS);
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
