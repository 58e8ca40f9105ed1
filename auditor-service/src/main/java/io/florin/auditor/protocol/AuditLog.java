package io.florin.auditor.protocol;

/// The append-only log of decisions and acts.
public interface AuditLog {

    /// Appends within the database transaction under way; there must be one.
    ///
    /// @param actor `person:<name>` or `rule:<name>`
    /// @param action a word
    /// @param subject transaction id or number of an incident
    void append(String actor, String action, String subject, String detail);
}
