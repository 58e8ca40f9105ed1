package io.florin.bank.payments.adapter;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.time.ZoneId;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// `florin.bank.payments.*`.
///
/// @param retryPause when endorsers or the auditor are tried again after a failure
/// @param filesUnderWayMax transactions of files that are sent and not final, at most: the others wait at this bank,
/// behind payments that came by themselves
/// @param aheadMax how many whole days ahead a payment may be dated
/// @param zone in which the bank's days begin, a region or an offset
/// @param provers threads that prove payments of a currency that hides owners or values
/// @param waitMax how long a payment may wait to be signed, or signed to be sent for the first time, before it is
/// rejected; longer than the largest payroll takes to prove
/// @param waitAfterStart how long after a start no payment ends because it has waited: the time in which the bank was
/// stopped is none in which it tried
/// @param searchEvery how often all wallets with accepted payments are looked at, in case that nobody told of a change
/// @param acceptingMax payments ordered by programs that are being accepted at a time; above it 429
/// @param acceptingPatience how long a request waits for its turn before that
/// @param openMax payments that came by themselves or in batches and are accepted and not final; above it programs get
/// 429
/// @param streamsMax programs that follow payments at a time
/// @param waitsMax questions for one payment that wait for its end at a time; those above are answered at once
/// @param streamLifetime after which they have to ask again
/// @param shareTransfers whether payments of one wallet may be made by one transfer of a clear currency: that costs
/// less, and shows whoever reads blocks that they were made together
/// @param changeTokens tokens of a clear currency that a wallet whose payments waited for its change has from then on,
/// about as many; 1 leaves change whole, and shows whoever reads blocks nothing of how often a wallet pays
/// @param replanPause when a payment whose transaction failed is planned again; twice as long after each failure
@Validated
@ConfigurationProperties("florin.bank.payments")
record PaymentProperties(
        @DefaultValue("1s") @DurationMax(minutes = 1) Duration retryPause,
        @DefaultValue("1h") @DurationMin(seconds = 1) Duration waitMax,
        @DefaultValue("1h") Duration waitAfterStart,
        @DefaultValue("500ms") @DurationMax(seconds = 7) Duration replanPause,
        @DefaultValue("30s") @DurationMin(seconds = 1) Duration searchEvery,
        @DefaultValue("64") @Min(16) @Max(100_000) int filesUnderWayMax,

        @DefaultValue("90d") @DurationMin(days = 0) @DurationMax(days = 366)
        Duration aheadMax,

        @DefaultValue("UTC") ZoneId zone,
        @DefaultValue("2") @Min(1) @Max(64) int provers,
        @DefaultValue("true") boolean shareTransfers,
        @DefaultValue("4") @Min(1) @Max(8) int changeTokens,
        @DefaultValue("128") @Min(1) @Max(100_000) int acceptingMax,
        @DefaultValue("2s") Duration acceptingPatience,
        @DefaultValue("5000") @Min(1) @Max(10_000_000) long openMax,
        @DefaultValue("64") @Min(1) @Max(10_000) int streamsMax,
        @DefaultValue("256") @Min(0) @Max(10_000) int waitsMax,

        @DefaultValue("15m") @DurationMin(seconds = 1) Duration streamLifetime) {

    PaymentRoom.Bounds room() {
        return new PaymentRoom.Bounds(acceptingMax, acceptingPatience, openMax);
    }

    int daysAheadMax() {
        return Math.toIntExact(aheadMax.toDays());
    }
}
