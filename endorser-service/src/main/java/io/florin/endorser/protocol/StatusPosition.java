package io.florin.endorser.protocol;

/// Position up to which the topic of statuses is read, kept together with the statuses.
///
/// @param block the highest one whose statuses were among it, 0 where there were none
/// @param nextOffset to read next
public record StatusPosition(long block, String topic, int partition, long nextOffset) {}
