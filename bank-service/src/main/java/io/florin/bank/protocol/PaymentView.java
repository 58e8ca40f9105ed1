package io.florin.bank.protocol;

import io.florin.runtime.api.BankInternalApi.NameMatch;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A payment as the API and the pages show it.
@Schema(name = "Payment", description = "A payment and its state")
public record PaymentView(
        @Schema(description = "Id of the payment") UUID id,

        @Schema(description = "Number of the wallet that pays")
        long wallet,

        @Schema(description = "Name of the payee as the payer gave it")
        String payeeName,

        @Schema(description = "Account of the payee as the payer gave it: IBAN or wallet address")
        String payeeAccount,

        @Schema(
                description =
                        "How the name that the payer gave compares with that of the account's holder, as the payee's"
                                + " bank says: the same words, almost, another name; NOT_CHECKED for an address without"
                                + " account")
        NameMatch payeeNameMatch,

        @Schema(description = "Minor units of the currency") long amount,

        @Schema(description = "Reference from end to end, empty when there is none")
        String endToEndId,

        @Schema(
                description = "Unique end-to-end transaction reference: the payer's or made by this bank; empty for a"
                        + " payment of before it made them")
        String uetr,

        @Schema(description = "What it is for, may be empty")
        String remittance,

        @Schema(
                description =
                        "Why money moves: a customer pays, a deposit funds a wallet, a wallet goes to its deposit",
                allowableValues = {"PAYMENT", "FUND", "DEFUND"})
        String purpose,

        @Schema(
                description =
                        "SCHEDULED: durable, waits for its day, no money is promised; ACCEPTED: durable and promised;"
                                + " SUBMITTED: signed and on its way; SETTLED, REJECTED and CANCELLED: final")
        PaymentState state,

        @Schema(
                description = "Code of the rejection, empty otherwise. cannot-be-proven, not-sent-in-time,"
                        + " amount-out-of-range, account-not-payable: no transaction was sent that could still commit",
                example = "not-sent-in-time")
        String reason,

        @Schema(description = "Id of the transaction that carries it, hex; empty before it is signed")
        String transactionId,

        @Schema(description = "Block of the ledger where it settled, 0 before")
        long block,

        @Schema(description = "Payment file it came with", nullable = true) @Nullable
        UUID fileId,

        @Schema(description = "Line in its file, 0 outside files")
        int line,

        @Schema(description = "Trace of the request that brought it")
        String traceId,

        @Schema(
                description =
                        "Trace of the submission that carried it to the endorsers: `traceId`, or that of a batch with"
                                + " payments of several requests; empty before it was sent")
        String submissionTraceId,

        @Schema(
                description = "When the bank accepted it; of a scheduled one on its day, and until then when it was"
                        + " ordered")
        Instant acceptedAt,

        @Schema(description = "When it was signed last", nullable = true) @Nullable
        Instant submittedAt,

        @Schema(description = "When it became final at this bank", nullable = true) @Nullable
        Instant finalAt,

        @Schema(
                description = "The day, of the bank's zone, for which it was scheduled; null of one that was paid at"
                        + " once",
                nullable = true)
        @Nullable
        LocalDate executionDate,

        @Schema(description = "When it was scheduled", nullable = true) @Nullable
        Instant scheduledAt) {

    /// Whether its money was ever promised.
    public boolean wasAccepted() {
        return state != PaymentState.SCHEDULED && !acceptedAt.equals(scheduledAt);
    }

    /// The same payment with the trace of its submission.
    public PaymentView sentIn(String submissionTrace) {
        return new PaymentView(
                id,
                wallet,
                payeeName,
                payeeAccount,
                payeeNameMatch,
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
                finalAt,
                executionDate,
                scheduledAt);
    }
}
