package io.florin.auditor.protocol;

/// Where findings are recorded, counted and made visible.
public interface IncidentLog {

    /// Records a finding once, however often it is reported; joins a database transaction that is under way.
    void report(Incident incident);
}
