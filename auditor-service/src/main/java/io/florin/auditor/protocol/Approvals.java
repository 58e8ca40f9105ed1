package io.florin.auditor.protocol;

import io.florin.runtime.api.AuditorApi.ApprovalAnswer;

/// Active audit. Safe to repeat.
public interface Approvals {

    /// Decides on a client transaction, or repeats the decision on it; a refusal ends the request with its code.
    ApprovalAnswer approve(byte[] clientTransaction);
}
