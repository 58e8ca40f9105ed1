package io.florin.simulation.ordering;

import io.florin.ledger.block.Block;
import io.florin.ordering.assembler.ConfigurationFollower;
import io.florin.ordering.chain.ChainEffect;
import io.florin.ordering.chain.VoteRecord;
import io.florin.ordering.protocol.Batch;
import io.florin.ordering.protocol.OrderedBundles;
import io.florin.ordering.protocol.PartyKeys;
import java.util.List;
import java.util.function.LongFunction;

/// Habits of a party in carrying out its cores' decisions. A liar or a planted bug changes one habit; the cores stay as
/// they are.
public interface PartyHabits {
    PartyHabits HONEST = new PartyHabits() {};

    /// Keys by which it signs and checks.
    default PartyKeys keys(PartyKeys keys) {
        return keys;
    }

    /// Effects of one event that it carries out.
    default List<ChainEffect> effects(List<ChainEffect> effects) {
        return effects;
    }

    /// Records that it finds in its vote log after a restart.
    default List<VoteRecord> votes(List<VoteRecord> records) {
        return records;
    }

    /// Batch that its member of the consensus makes of a decision.
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

    /// Configuration in force after a block, for the headers that it makes.
    default LongFunction<ConfigurationFollower> configurations(LongFunction<ConfigurationFollower> history) {
        return history;
    }

    /// Bytes that it gives to others, and writes to its topic, as a block.
    default byte[] given(long number, byte[] block) {
        return block;
    }

    /// Height that it tells of its chain.
    default long saidHead(long head) {
        return head;
    }
}
