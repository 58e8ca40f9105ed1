package io.florin.iso20022;

/// The currency a bank pays in, and how many decimals it has.
public record SupportedCurrency(String code, int minorDigits) {
    public SupportedCurrency {
        if (!code.matches("[A-Z]{3}") || minorDigits < 0 || minorDigits > 5) {
            throw new IllegalArgumentException("a currency has three letters and at most five decimals");
        }
    }
}
