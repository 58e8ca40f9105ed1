package io.florin.bank.screening;

import io.florin.runtime.screening.Screening.Hit;

/// A likeness of one party of a payment.
///
/// @param subject whose: a name at an account, so that a namesake elsewhere is somebody else
public record Found(String subject, Party party, Hit hit) {

    /// Party of a payment that the list names.
    public enum Party {
        PAYER,
        PAYEE
    }

    boolean isCoveredBy(Found decided) {
        return subject.equals(decided.subject) && decided.hit.covers(hit);
    }
}
