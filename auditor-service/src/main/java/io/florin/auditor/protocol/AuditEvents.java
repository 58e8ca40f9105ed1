package io.florin.auditor.protocol;

import io.florin.ledger.audit.AuditEvent;

/// Takes what is to be published.
public interface AuditEvents {

    /// Keeps an event until it is published; joins the database transaction that is under way, so what is stored is
    /// published and nothing else is.
    void append(AuditEvent event);
}
