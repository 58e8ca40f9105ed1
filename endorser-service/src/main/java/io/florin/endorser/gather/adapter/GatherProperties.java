package io.florin.endorser.gather.adapter;

import io.florin.endorser.gather.GatherSettings;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// Gathering of endorsements: `florin.endorser.gather.*`.
///
/// @param bundleMax transactions put together from several submissions; a batch submission may be larger
/// @param window how long a submission waits for company; also the pace of time limits
/// @param company how long it waits while a bundle is gathered, unless that ends before
/// @param gatheringMax bundles gathered at the same time
/// @param waitingMax transactions that wait for a bundle; above it 503
/// @param unsettledMax transactions endorsed and not yet final; above it 503
/// @param answerWithin how long a peer may take to check or to give a share
/// @param suspectFor how long a peer that did not answer is left out
/// @param submitWithin how long a submitter waits
/// @param eventsMax events that wait for the gatherer
/// @param direct submission past Kafka
/// @param recovery taking up again what was left behind
@Validated
@ConfigurationProperties("florin.endorser.gather")
public record GatherProperties(
        @DefaultValue("256") @Min(1) @Max(512) int bundleMax,
        @DefaultValue("4ms") @NotNull Duration window,
        @DefaultValue("100ms") @NotNull Duration company,
        @DefaultValue("8") @Min(1) @Max(256) int gatheringMax,
        @DefaultValue("8192") @Min(512) @Max(1_000_000) int waitingMax,
        @DefaultValue("100000") @Min(512) @Max(10_000_000) int unsettledMax,
        @DefaultValue("2s") @NotNull Duration answerWithin,
        @DefaultValue("2s") @NotNull Duration suspectFor,
        @DefaultValue("10s") @NotNull Duration submitWithin,
        @DefaultValue("16384") @Min(256) @Max(1_000_000) int eventsMax,
        @DefaultValue @Valid @NotNull Direct direct,
        @DefaultValue @Valid @NotNull Recovery recovery) {

    /// @param after how long a published bundle may stay unseen
    /// @param pauseMax longest pause between attempts, which double from `after`
    /// @param callsMax calls to routers at the same time
    public record Direct(
            @DefaultValue("5s") @NotNull Duration after,
            @DefaultValue("30s") @NotNull Duration pauseMax,
            @DefaultValue("16") @Min(1) @Max(256) int callsMax) {}

    /// @param every pause between rounds
    /// @param ownAfter age at which an own submission without an end is taken up again
    /// @param othersAfter the same for transactions of a peer, which is expected to do it first
    /// @param pageMax transactions taken up at a time
    public record Recovery(
            @DefaultValue("5s") @NotNull Duration every,
            @DefaultValue("15s") @NotNull Duration ownAfter,
            @DefaultValue("45s") @NotNull Duration othersAfter,
            @DefaultValue("512") @Min(1) @Max(512) int pageMax) {}

    public GatherSettings settings() {
        return new GatherSettings(
                bundleMax,
                window.toMillis(),
                company.toMillis(),
                gatheringMax,
                waitingMax,
                unsettledMax,
                answerWithin.toMillis(),
                suspectFor.toMillis(),
                direct.after.toMillis(),
                direct.pauseMax.toMillis());
    }
}
