package io.florin.bank.screening;

import io.florin.bank.screening.Found.Party;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A credit from another bank that is not available, or was not.
@Schema(name = "HeldCredit", description = "A credit from another bank that was held, and why")
public record HeldCredit(
        @Schema(description = "Id of the held credit") UUID id,

        @Schema(
                description = "Number of what was found: a release is of one version only, so that nobody releases what"
                        + " they have not seen")
        int version,

        @Schema(description = "Number of the wallet that it came to")
        long wallet,

        @Schema(description = "Minor units of the currency") long amount,

        @Schema(description = "Id of the transaction on the ledger, hex")
        String transactionId,

        @Schema(description = "Which of the transaction's outputs it is, from 0")
        int output,

        @Schema(description = "Block with which it was booked")
        long block,

        @Schema(description = "When this bank booked it") Instant bookedAt,

        @Schema(
                description = "WAITING: not screened yet; UNNAMED: the payer's words have not come; HIT: the list names"
                        + " somebody alike; KEPT: a person decided that it stays held; RELEASED: two persons, or an"
                        + " earlier decision of two, made it available; REPORTED: the wallet's holder has its keys, so"
                        + " that nothing can be held")
        State state,

        @Schema(description = "Name of the payer as its bank states it, may be empty")
        String payerName,

        @Schema(description = "Account of the payer as it is stated, may be empty")
        String payerAccount,

        @Schema(description = "Name of this bank's customer, may be empty")
        String payeeName,

        @Schema(description = "Version of the list and its rules that it was screened with last, empty before")
        String listVersion,

        @Schema(description = "When it was found, null before") @Nullable
        Instant foundAt,

        @Schema(description = "Who decided, empty before") String decidedBy,

        @Schema(description = "When it was decided, null before") @Nullable
        Instant decidedAt,

        @Schema(description = "The reason of the decision, empty before")
        String reason,

        @Schema(description = "Whom the list names that is alike, and nobody has decided about")
        List<Likeness> hits) {

    public enum State {
        WAITING,
        UNNAMED,
        HIT,
        KEPT,
        RELEASED,
        REPORTED;

        /// Whether persons may decide about it.
        public boolean isOpen() {
            return this == UNNAMED || this == HIT || this == KEPT;
        }
    }

    public HeldCredit {
        hits = List.copyOf(hits);
    }

    HeldCredit with(List<Likeness> likenesses) {
        return new HeldCredit(
                id,
                version,
                wallet,
                amount,
                transactionId,
                output,
                block,
                bookedAt,
                state,
                payerName,
                payerAccount,
                payeeName,
                listVersion,
                foundAt,
                decidedBy,
                decidedAt,
                reason,
                likenesses);
    }

    @Schema(name = "Likeness", description = "An entry of the sanctions list that names somebody alike")
    public record Likeness(
            @Schema(description = "Who of the payment is alike")
            Party party,

            @Schema(description = "Id in the list") String entry,

            @Schema(description = "The listed name or alias that is alike")
            String listedName,

            @Schema(description = "Likeness per mille, of the names alone; 1000 for the same document")
            int score,

            @Schema(description = "Programme of sanctions that lists the entry")
            String programme,

            @Schema(description = "How the score came about")
            String explanation) {}
}
