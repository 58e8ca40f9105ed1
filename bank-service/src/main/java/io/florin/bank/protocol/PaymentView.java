package io.florin.bank.protocol;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A payment as the API and the pages show it.
///
/// @param amount minor units
/// @param reason code of the rejection, empty otherwise
/// @param transactionId hex, empty before it is signed
/// @param block where it settled, 0 before
/// @param line in its file, 0 outside files
/// @param traceId of the request that brought it
/// @param submissionTraceId of the submission that carried it to the endorsers: `traceId`, or the one of a batch that
/// carried payments of several requests; empty before it was sent
public record PaymentView(
        UUID id,
        long wallet,
        String payeeName,
        String payeeAccount,
        long amount,
        String endToEndId,
        String uetr,
        String remittance,
        String purpose,
        PaymentState state,
        String reason,
        String transactionId,
        long block,
        @Nullable UUID fileId,
        int line,
        String traceId,
        String submissionTraceId,
        Instant acceptedAt,
        @Nullable Instant submittedAt,
        @Nullable Instant finalAt) {

    /// The same payment with the trace of its submission.
    public PaymentView sentIn(String submissionTrace) {
        return new PaymentView(
                id,
                wallet,
                payeeName,
                payeeAccount,
                amount,
                endToEndId,
                uetr,
                remittance,
                purpose,
                state,
                reason,
                transactionId,
                block,
                fileId,
                line,
                traceId,
                submissionTrace,
                acceptedAt,
                submittedAt,
                finalAt);
    }
}
