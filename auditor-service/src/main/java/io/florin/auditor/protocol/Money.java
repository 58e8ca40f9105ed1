package io.florin.auditor.protocol;

import io.florin.ledger.config.NetworkConfiguration.Namespace;

/// Writes amounts for people: `1,234,567.89 FLN`.
public record Money(String currency, int minorDigits) {

    public static Money of(Namespace namespace) {
        return new Money(namespace.currency(), namespace.minorDigits());
    }

    public String text(long minorUnits) {
        String digits = Long.toString(Math.abs(minorUnits));
        if (digits.length() <= minorDigits) {
            digits = "0".repeat(minorDigits + 1 - digits.length()) + digits;
        }
        int point = digits.length() - minorDigits;
        StringBuilder text = new StringBuilder(minorUnits < 0 ? "-" : "");
        for (int i = 0; i < point; i++) {
            if (i > 0 && (point - i) % 3 == 0) {
                text.append(',');
            }
            text.append(digits.charAt(i));
        }
        if (minorDigits > 0) {
            text.append('.').append(digits, point, digits.length());
        }
        return currency.isEmpty()
                ? text.toString()
                : text.append(' ').append(currency).toString();
    }
}
