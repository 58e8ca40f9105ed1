package io.florin.ledger.rail;

import io.florin.crypto.Bytes32;
import io.florin.crypto.merkle.MerkleTree;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import java.util.List;
import java.util.Optional;

/// All that an authority signs, each purpose under a domain of its own. A statement is the same bytes at every
/// authority wherever a quorum is to sign it, so it says nothing of who signs.
public final class RailStatements {

    private static final int EXECUTED = 1;

    private RailStatements() {}

    /// "I vote for this order, and for no other one of its sender and sequence."
    public static byte[] vote(RailScope scope, Bytes32 orderId) {
        return scope.message(Domain.RAIL_VOTE, orderId.toArray());
    }

    /// "This order is executed here."
    public static byte[] effects(RailScope scope, Bytes32 orderId) {
        byte[] payload = new CanonicalWriter(33).fixed(orderId).u8(EXECUTED).toByteArray();
        return scope.message(Domain.RAIL_EFFECTS, payload);
    }

    /// "This is the account's next sequence here: no order of it is executed."
    public static byte[] openSequence(RailScope scope, RailAccount account, long sequence) {
        byte[] payload =
                new CanonicalWriter(40).fixed(account.value()).u63(sequence).toByteArray();
        return scope.message(Domain.RAIL_OPEN_SEQUENCE, payload);
    }

    /// "I vote and execute no more for this sequence, and this is the order of it whose certificate I hold, or none."
    ///
    /// @param held its id, or empty
    public static byte[] rescue(RailSequence sequence, Optional<Bytes32> held) {
        CanonicalWriter payload = new CanonicalWriter(73);
        sequence.writePlaceTo(payload);
        payload.flag(held.isPresent());
        held.ifPresent(payload::fixed);
        return sequence.scope().message(Domain.RAIL_RESCUE, payload.toByteArray());
    }

    /// "These are the orders that my shard executed in its window of this number."
    ///
    /// @param executed not empty
    static byte[] window(RailScope scope, int authority, int shard, long number, List<ExecutedOrder> executed) {
        Bytes32 root =
                MerkleTree.root(executed.stream().map(ExecutedOrder::encode).toList());
        byte[] payload = new CanonicalWriter(47)
                .u8(authority)
                .u16(shard)
                .u63(number)
                .u32(executed.size())
                .fixed(root)
                .toByteArray();
        return scope.message(Domain.RAIL_WINDOW, payload);
    }
}
