package io.florin.ordering.protocol;

/// The last block that this party has published.
///
/// @param offset of its record in the party's topic
public record PublishedPosition(long number, long offset) {}
