package io.florin.bank.protocol;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// Days on which dated payments are made. Days are those of the bank's zone; the time of day does not count.
///
/// @param zone of the bank
/// @param daysAheadMax so many days ahead payments are taken
public record ExecutionDates(ZoneId zone, int daysAheadMax) {

    /// The code of the refusal of a date too far ahead.
    public static final String TOO_FAR_AHEAD = "execution-date-ahead";

    /// Time at which a payment is made.
    public sealed interface Execution {
        /// As soon as it is accepted: no date, today, or a day that has passed.
        record AtOnce() implements Execution {}

        /// On a later day.
        record On(LocalDate day) implements Execution {}

        /// Never: the bank does not look so far ahead.
        ///
        /// @param last day that a payment can have
        record TooFarAhead(LocalDate last) implements Execution {

            public String explanation() {
                return "payments are taken for days until " + last;
            }
        }
    }

    public LocalDate dayOf(Instant moment) {
        return LocalDate.ofInstant(moment, zone);
    }

    /// @param asked the day that the payer names, null where none
    /// @param now when it is decided
    public Execution of(@Nullable LocalDate asked, Instant now) {
        LocalDate today = dayOf(now);
        if (asked == null || !asked.isAfter(today)) {
            return new Execution.AtOnce();
        }
        LocalDate last = today.plusDays(daysAheadMax);
        return asked.isAfter(last) ? new Execution.TooFarAhead(last) : new Execution.On(asked);
    }
}
