package io.florin.endorser.gather;

/// Bounds of the gatherer.
///
/// @param bundleTransactionsMax transactions put together from several submissions; a batch submission may be larger
/// @param windowMillis how long a submission waits for company
/// @param companyMillis the same while a bundle is under way
/// @param gatheringMax bundles gathered at the same time
/// @param waitingMax transactions that wait for a bundle; above it submissions are answered as unavailable
/// @param unsettledMax transactions endorsed and not yet final; above it the same
/// @param answerMillisMax how long a peer may take to check or to give a share
/// @param suspectMillis how long a peer that did not answer is left out
/// @param orderedMillisMax how long a published bundle may stay unseen before it is submitted directly
/// @param directMillisMax longest pause between direct submissions, which double from `orderedMillisMax`
public record GatherSettings(
        int bundleTransactionsMax,
        long windowMillis,
        long companyMillis,
        int gatheringMax,
        int waitingMax,
        int unsettledMax,
        long answerMillisMax,
        long suspectMillis,
        long orderedMillisMax,
        long directMillisMax) {}
