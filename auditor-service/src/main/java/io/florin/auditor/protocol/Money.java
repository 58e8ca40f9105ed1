package io.florin.auditor.protocol;

import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.runtime.console.AmountText;

/// Writes amounts for people: `1,234,567.89 FLN`.
public record Money(String currency, int minorDigits) {

    public static Money of(Namespace namespace) {
        return new Money(namespace.currency(), namespace.minorDigits());
    }

    public String text(long minorUnits) {
        String text = AmountText.of(minorUnits, minorDigits);
        return currency.isEmpty() ? text : text + " " + currency;
    }
}
