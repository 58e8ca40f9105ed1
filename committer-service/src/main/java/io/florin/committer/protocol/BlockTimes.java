package io.florin.committer.protocol;

import java.time.Instant;

/// Times at which a block came and was done, by the wall clock of this node. Told to people; nothing is decided by it,
/// and no signed byte depends on it.
///
/// @param received when the block had come in for the first time and was found to be the next certified one
/// @param completed when all its verdicts were durable, its state hash was signed and all shards had it
public record BlockTimes(long block, Instant received, Instant completed) {}
