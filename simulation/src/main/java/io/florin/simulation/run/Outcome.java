package io.florin.simulation.run;

/// What a run came to that broke nothing.
///
/// @param settled payments of the bank's customers
/// @param fingerprint the same for the same run
public record Outcome(
        long seed,
        long events,
        long virtualMillis,
        long blocks,
        int accepted,
        int settled,
        int restarts,
        long fingerprint) {}
