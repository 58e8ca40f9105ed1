package io.florin.wallet.cli;

import io.florin.ledger.Amount;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Amounts as people write them: `12` or `12.50`, two decimals, never through floating point.
final class AmountInput {

    private static final Pattern FORM = Pattern.compile("(\\d{1,15})(?:\\.(\\d{2}))?");

    private AmountInput() {}

    /// @throws IllegalArgumentException when the text is no amount with 0 or 2 decimals
    static Amount parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("an amount is written 12 or 12.50");
        }
        long units = Long.parseLong(matcher.group(1));
        long cents = matcher.group(2) == null ? 0 : Long.parseLong(matcher.group(2));
        return Amount.of(Math.addExact(Math.multiplyExact(units, 100), cents));
    }

    static String format(Amount amount) {
        return amount.minorUnits() / 100 + "." + String.format(Locale.ROOT, "%02d", amount.minorUnits() % 100);
    }
}
