package io.florin.simulation.run;

/// Result of a run that broke nothing.
///
/// @param settled payments of the bank's customers
/// @param settledHidden those of them whose amounts and owners are hidden
/// @param expired transactions of the bank that could not commit any more
/// @param expiredAway those of them that expired while the bank was down
/// @param changes of the configuration
/// @param fingerprint the same for the same run
public record RunSummary(
        long seed,
        long events,
        long virtualMillis,
        long blocks,
        int accepted,
        int settled,
        int settledHidden,
        int expired,
        int expiredAway,
        int changes,
        int restarts,
        long fingerprint) {}
