package io.florin.registration.protocol;

/// Banks as other features may know them.
public interface ParticipantDirectory {

    /// Whether the bank is admitted and neither suspended nor revoked. Holds the bank's row for the caller's
    /// transaction, so that a suspension and an enrollment at that bank come one after the other.
    boolean isActive(int participant);
}
