package io.florin.auditor.auditlog.adapter;

import io.florin.auditor.protocol.AuditLog;
import io.florin.decisions.Decision;
import io.florin.decisions.DecisionStore;

/// The log of decisions and acts, as every service of the platform keeps it.
final class LogBook implements AuditLog {
    private final DecisionStore decisions;

    LogBook(DecisionStore decisions) {
        this.decisions = decisions;
    }

    @Override
    public void append(String actor, String action, String subject, String detail) {
        String reason = detail.length() > Decision.REASON_MAX ? detail.substring(0, Decision.REASON_MAX) : detail;
        decisions.append(new Decision(actor, action, subject, reason));
    }
}
