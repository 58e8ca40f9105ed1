package io.florin.auditor.approval.adapter;

/// Ends what waited for a person longer than its transaction is valid.
@FunctionalInterface
public interface ApprovalExpiry {
    void expire();
}
