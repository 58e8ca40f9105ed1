package io.florin.committer.protocol;

import io.florin.ledger.StateKey;

/// A counter with its value, or with what a block adds to it.
///
/// @param value 0 or more; of an addition perhaps below zero
public record CounterValue(StateKey counter, long value) {}
