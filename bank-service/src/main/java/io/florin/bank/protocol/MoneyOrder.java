package io.florin.bank.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// An order of a person that moves money, as a second person sees it before it is done.
///
/// @param wallet that pays or is paid; the treasury's for supply orders
/// @param payeeName and payeeAccount: who gets the money
/// @param amount minor units
/// @param endToEndId and remittance: what is said to the payee, may be empty; of a release the reason
/// @param executionDate when it is to be paid, null at once; written only where there is one, so that an order without
///     is the same request as before there were dates
/// @param subject what it is about where that is there already, such as a held credit; empty where it is new, and not
///     written then
public record MoneyOrder(
        Kind kind,
        long wallet,
        String payeeName,
        String payeeAccount,
        long amount,
        String endToEndId,
        String remittance,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LocalDate executionDate,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) String subject) {

    /// Each way of moving money that a person has, but for files.
    public enum Kind {
        PAYMENT,
        FUNDING,
        DEFUNDING,
        WITHDRAWAL,
        REDEMPTION,
        /// Of a credit that was held.
        RELEASE;

        /// Whether no amount is small enough for one person.
        public boolean isNeverAlone() {
            return this == RELEASE;
        }
    }

    public MoneyOrder(
            Kind kind,
            long wallet,
            String payeeName,
            String payeeAccount,
            long amount,
            String endToEndId,
            String remittance,
            @Nullable LocalDate executionDate) {
        this(kind, wallet, payeeName, payeeAccount, amount, endToEndId, remittance, executionDate, "");
    }

    public static MoneyOrder of(Kind kind, long wallet, String payeeName, String payeeAccount, long amount) {
        return new MoneyOrder(kind, wallet, payeeName, payeeAccount, amount, "", "", null);
    }
}
