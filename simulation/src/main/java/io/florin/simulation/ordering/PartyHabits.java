package io.florin.simulation.ordering;

import io.florin.ledger.block.Block;
import io.florin.ordering.chain.ChainEffect;
import io.florin.ordering.chain.VoteRecord;
import io.florin.ordering.protocol.Batch;
import io.florin.ordering.protocol.OrderedBundles;
import io.florin.ordering.protocol.PartyKeys;
import java.util.List;

/// How a party carries out what its cores decide. A liar or a planted bug changes one habit; the cores stay as they
/// are.
public interface PartyHabits {
    PartyHabits HONEST = new PartyHabits() {};

    /// How it signs and checks.
    default PartyKeys keys(PartyKeys keys) {
        return keys;
    }

    /// What it does of the effects of one event.
    default List<ChainEffect> effects(List<ChainEffect> effects) {
        return effects;
    }

    /// What it finds in its vote log after a restart.
    default List<VoteRecord> votes(List<VoteRecord> records) {
        return records;
    }

    /// What its member of the consensus makes of a decision.
    default Batch decided(Batch batch) {
        return batch;
    }

    /// Whether a vote is on the disk before anything else happens.
    default boolean syncsVotes() {
        return true;
    }

    /// Whether a block is.
    default boolean syncsBlocks() {
        return true;
    }

    /// Bytes of a certified block that it puts on its disk.
    default Block stored(Block block) {
        return block;
    }

    /// Bundles that it knows to be in blocks.
    default OrderedBundles ordered(OrderedBundles blocks) {
        return blocks;
    }

    /// What it gives to others, and writes to its topic, as a block.
    default byte[] given(long number, byte[] block) {
        return block;
    }

    /// How far it says its chain reaches.
    default long saidHead(long head) {
        return head;
    }
}
