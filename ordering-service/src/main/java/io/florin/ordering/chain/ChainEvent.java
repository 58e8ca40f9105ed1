package io.florin.ordering.chain;

import io.florin.ledger.block.Block;
import io.florin.ordering.protocol.Candidate;

/// Events of a party's chain.
public sealed interface ChainEvent {

    /// @param nowMillis of a clock that never goes back
    record Tick(long nowMillis) implements ChainEvent {}

    /// @param from the party the channel authenticated
    record Received(int from, ChainMessage message) implements ChainEvent {}

    /// The view's consensus decided entries that make a new header; in order of height.
    record Executed(long view, Candidate candidate) implements ChainEvent {}

    /// A block another party gave; not yet checked.
    record Fetched(int from, Block block) implements ChainEvent {}

    /// This party's member of the view's group works.
    record GroupReady(long view) implements ChainEvent {}

    /// The member stopped or cannot go on.
    record GroupFailed(long view) implements ChainEvent {}

    /// Time that this party's oldest submission has been waiting for its block.
    ///
    /// @param sinceMillis on the clock of [Tick]; negative when nothing waits
    record Waiting(long sinceMillis) implements ChainEvent {}
}
