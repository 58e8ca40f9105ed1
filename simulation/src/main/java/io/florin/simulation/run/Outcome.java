package io.florin.simulation.run;

/// What a run came to that broke nothing.
///
/// @param fingerprint the same for the same run
public record Outcome(
        long seed, long events, long virtualMillis, long blocks, int accepted, int restarts, long fingerprint) {}
