package io.florin.simulation.rail;

import io.florin.crypto.Bytes32;
import io.florin.instant.account.ShardAnswer;
import io.florin.ledger.rail.RailAccount;
import io.florin.simulation.world.Node;
import io.florin.simulation.world.World;
import java.util.function.Consumer;

/// A seat of the committee, as clients and the other authorities see it: bytes in, answers out, or silence.
abstract class RailAuthority extends Node {
    private final int number;

    RailAuthority(World world, int number) {
        super(world, "authority-" + number);
        this.number = number;
    }

    final int number() {
        return number;
    }

    /// @param request an [io.florin.ledger.rail.OrderRequest]
    abstract void ask(byte[] request, Consumer<ShardAnswer> answer);

    /// @param confirmation a [io.florin.ledger.rail.ConfirmationOrder]
    abstract void confirm(byte[] confirmation, Consumer<ShardAnswer> answer);

    /// @param window an [io.florin.ledger.rail.ExecutedWindow]
    abstract void window(byte[] window);

    abstract void certificateOf(Bytes32 orderId, Consumer<ShardAnswer> answer);

    abstract void certificateOf(RailAccount sender, long sequence, Consumer<ShardAnswer> answer);

    /// Time that it may be behind the ledger's head, in milliseconds.
    abstract long lagMillis();

    /// Asks whether a sequence is the next one here, for evidence.
    abstract void openSequence(RailAccount account, long sequence, Consumer<ShardAnswer> answer);

    abstract void rescueStatement(RailAccount account, long sequence, Consumer<ShardAnswer> answer);

    abstract void windowOf(int shard, long windowNumber, Consumer<ShardAnswer> answer);
}
