package io.florin.ordering.chain;

import io.florin.ledger.block.Block;
import io.florin.ordering.protocol.Head;

/// Effects of the chain, carried out in the order given: a record is on disk before a later message leaves.
public sealed interface ChainEffect {

    /// Append to the vote log and force it to disk.
    record Persist(VoteRecord record) implements ChainEffect {}

    record Send(int to, ChainMessage message) implements ChainEffect {}

    /// Send to all other parties.
    record Broadcast(ChainMessage message) implements ChainEffect {}

    /// Append the certified block to the block store and force it to disk.
    record Append(Block block) implements ChainEffect {}

    /// Ask a party for its blocks from this number on.
    record Fetch(int party, long number) implements ChainEffect {}

    /// Start this party's member of the view's group on this position.
    ///
    /// @param founding false when it joins a group that runs
    record StartGroup(long view, Head start, boolean founding) implements ChainEffect {}

    record StopGroup(long view) implements ChainEffect {}

    /// From now on batches may be submitted in this view.
    record OpenGate(long view) implements ChainEffect {}

    /// Submissions stop until the gate opens again.
    record CloseGate() implements ChainEffect {}

    /// Something only a faulty party or a broken library does; for the log and a counter.
    record Evidence(String what) implements ChainEffect {}
}
