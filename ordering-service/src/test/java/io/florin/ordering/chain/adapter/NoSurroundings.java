package io.florin.ordering.chain.adapter;

import io.florin.ledger.block.Block;
import io.florin.ordering.chain.ChainMessage;
import io.florin.ordering.protocol.Head;

/// Surroundings of a chain that is alone.
final class NoSurroundings implements ChainSurroundings {

    @Override
    public void send(int party, ChainMessage message) {}

    @Override
    public void append(Block block) {}

    @Override
    public void fetch(int party, long number) {}

    @Override
    public void startGroup(long view, Head start, boolean founding) {}

    @Override
    public void stopGroup(long view) {}

    @Override
    public void openGate(long view) {}

    @Override
    public void closeGate() {}

    @Override
    public void evidence(String what) {}
}
