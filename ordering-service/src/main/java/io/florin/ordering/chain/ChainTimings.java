package io.florin.ordering.chain;

/// Waits of the chain, in milliseconds.
///
/// @param beatMillis between two beats
/// @param silentMillis after which a party without a beat counts as unreachable
/// @param settleMillis how long a quorum waits for the rest before it opens the first view of a cold start
/// @param deadGroupMillis how long a group without a quorum of members is waited for
/// @param startMillis how long a group may take to become ready
/// @param stallMillis after which submissions that do not come through make a party want a new view
/// @param openingMillis time that the beginning of a view may take, times the failed views before
/// @param gateMillis after which a ready quorum submits without waiting for every party
/// @param rejoinMillis between two attempts of a member to join
public record ChainTimings(
        long beatMillis,
        long silentMillis,
        long settleMillis,
        long deadGroupMillis,
        long startMillis,
        long stallMillis,
        long openingMillis,
        long gateMillis,
        long rejoinMillis) {

    public static final ChainTimings DEFAULT =
            new ChainTimings(500, 4_000, 5_000, 5_000, 30_000, 20_000, 4_000, 5_000, 5_000);

    public ChainTimings {
        if (beatMillis < 1 || silentMillis <= beatMillis || settleMillis < 0 || deadGroupMillis < 0) {
            throw new IllegalArgumentException("a party is silent after more than one beat");
        }
        if (startMillis < 1 || stallMillis < 1 || openingMillis < 1 || gateMillis < 0 || rejoinMillis < 1) {
            throw new IllegalArgumentException("waits are positive");
        }
    }
}
