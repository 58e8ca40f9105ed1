package io.florin.iso20022;

/// A positive amount in minor units of its currency.
public record InstructedAmount(String currency, long minorUnits) {
    public InstructedAmount {
        if (minorUnits <= 0) {
            throw new IllegalArgumentException("an instructed amount is positive");
        }
    }
}
