package io.florin.bank.protocol;

/// What registration is told as the bank's reference of an enrollment.
public interface EnrollmentReferences {
    String of(long wallet);
}
