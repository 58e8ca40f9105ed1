package io.florin.auditor.protocol;

/// Records, counts and shows findings.
public interface IncidentLog {

    /// Records a finding once, however often it is reported; joins a database transaction that is under way.
    void report(Incident incident);
}
