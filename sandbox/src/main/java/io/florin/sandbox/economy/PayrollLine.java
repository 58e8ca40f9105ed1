package io.florin.sandbox.economy;

/// One payment of the payroll. The UETR is a version 4 UUID drawn from the seed, so that the same economy is the same
/// file.
public record PayrollLine(String endToEndId, String uetr, String personId, long amountMinor, Purpose purpose) {
    /// ISO 20022 external purpose codes.
    public enum Purpose {
        SALA,
        BONU,
        ALLW,
        COMM,
        PAYR
    }
}
