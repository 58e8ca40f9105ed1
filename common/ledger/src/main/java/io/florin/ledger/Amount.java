package io.florin.ledger;

/// An amount of money in minor units (cents), never negative; arithmetic fails on overflow instead of wrapping.
public record Amount(long minorUnits) implements Comparable<Amount> {

    public static final Amount ZERO = new Amount(0);

    /// @throws IllegalArgumentException when negative
    public Amount {
        if (minorUnits < 0) {
            throw new IllegalArgumentException("an amount is never negative");
        }
    }

    public static Amount of(long minorUnits) {
        return new Amount(minorUnits);
    }

    /// @throws ArithmeticException on overflow of 63 bits
    public Amount plus(Amount other) {
        return new Amount(Math.addExact(minorUnits, other.minorUnits));
    }

    /// @throws ArithmeticException when other is larger
    public Amount minus(Amount other) {
        if (other.minorUnits > minorUnits) {
            throw new ArithmeticException("subtraction below zero");
        }
        return new Amount(minorUnits - other.minorUnits);
    }

    public boolean isZero() {
        return minorUnits == 0;
    }

    public boolean exceeds(Amount other) {
        return minorUnits > other.minorUnits;
    }

    @Override
    public int compareTo(Amount other) {
        return Long.compare(minorUnits, other.minorUnits);
    }
}
