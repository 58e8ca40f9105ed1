package io.florin.bank.payments.adapter;

import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.PaymentView;
import io.florin.runtime.http.ProblemException;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Result of one order of a batch.
@Schema(description = "What became of one order: a payment, or the code of a refusal")
record BatchResult(
        @Schema(description = "Id of the payment; none where the order was refused", nullable = true) @Nullable
        UUID id,

        @Schema(description = "ACCEPTED or SCHEDULED; none where the order was refused", nullable = true) @Nullable
        PaymentState state,

        @Schema(
                description = "Unique end-to-end transaction reference: the payer's or made by this bank; empty where"
                        + " the order was refused")
        String uetr,

        @Schema(
                description = "Why the order was refused, as for one that comes alone; empty where it was not",
                example = "insufficient-funds")
        String code,

        @Schema(description = "The same in a sentence, may be empty")
        String detail) {

    static BatchResult accepted(PaymentView payment) {
        return new BatchResult(payment.id(), payment.state(), payment.uetr(), "", "");
    }

    static BatchResult refused(String code, String detail) {
        return new BatchResult(null, null, "", code, detail);
    }

    static BatchResult refused(ProblemException refusal) {
        return refused(
                String.valueOf(Objects.requireNonNull(refusal.problem().getProperties())
                        .get("code")),
                Objects.requireNonNullElse(refusal.problem().getDetail(), ""));
    }
}
