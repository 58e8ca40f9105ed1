package io.florin.ordering.chain.adapter;

import io.florin.ledger.block.Block;
import io.florin.ordering.chain.ChainMessage;
import io.florin.ordering.protocol.Head;

/// The rest of the party as the chain's loop needs it. Nothing here may block for long but [#append].
public interface ChainSurroundings {

    /// Puts the message on its way; it may be lost.
    void send(int party, ChainMessage message);

    /// Puts the block on disk and tells whoever waits for blocks.
    void append(Block block);

    /// Starts to fetch blocks; they come back as events.
    void fetch(int party, long number);

    void startGroup(long view, Head start, boolean founding);

    void stopGroup(long view);

    void openGate(long view);

    void closeGate();

    /// Something that only a faulty party or library does.
    void evidence(String what);
}
