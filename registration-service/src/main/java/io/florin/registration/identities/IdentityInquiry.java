package io.florin.registration.identities;

import io.florin.runtime.api.IdentityInternalApi.InquiryView;
import java.time.Instant;
import java.util.UUID;

/// A question whose an enrollment id is.
///
/// ASKED → APPROVED by one officer → RELEASED by another; ASKED, APPROVED → REFUSED by anybody.
///
/// @param enrollment whose it is; the row is shown to officers only
/// @param askedBy who asked, of which service: `auditor:1/anna`
/// @param approvedBy first officer, empty before
/// @param decidedBy who released or refused, empty before
public record IdentityInquiry(
        UUID id,
        String caseReference,
        String scope,
        String transactionId,
        String enrollmentId,
        UUID enrollment,
        String asker,
        String askedBy,
        Instant askedAt,
        State state,
        String approvedBy,
        String decidedBy,
        String reason) {

    /// Its state.
    public enum State {
        ASKED,
        APPROVED,
        RELEASED,
        REFUSED
    }

    InquiryView view() {
        return new InquiryView(
                id,
                caseReference,
                scope,
                transactionId,
                enrollmentId,
                askedBy,
                askedAt.toString(),
                state.name(),
                reason);
    }

    /// Whether there is something to decide.
    public boolean isOpen() {
        return state == State.ASKED || state == State.APPROVED;
    }
}
