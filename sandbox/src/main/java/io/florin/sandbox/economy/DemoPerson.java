package io.florin.sandbox.economy;

import java.time.LocalDate;

/// A person with an account at one bank. Amounts are minor units.
public record DemoPerson(
        String id,
        String givenName,
        String familyName,
        LocalDate birthDate,
        String documentNumber,
        String bankId,
        Custody custody,
        long openingMinor) {
    /// Holder of the wallet's keys.
    public enum Custody {
        BANK,
        SELF
    }

    public String fullName() {
        return givenName + " " + familyName;
    }
}
