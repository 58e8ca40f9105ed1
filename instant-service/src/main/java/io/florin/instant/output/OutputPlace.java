package io.florin.instant.output;

import io.florin.crypto.Bytes32;
import io.florin.ledger.rail.ExecutedOrder;
import io.florin.ledger.rail.OutputId;
import io.florin.ledger.rail.OutputTransaction;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.SpentOutput;
import java.util.List;

/// The place of a shard: rail and epoch, authority, and which of the authority's outputs are its own. All outputs of
/// one source are in one shard, and shards ascend with the ids of their outputs.
///
/// @param authority 1 to n
/// @param shard 0 to shards − 1
/// @param shards of this authority; others may have more or fewer
public record OutputPlace(RailScope scope, int authority, int shard, int shards) {

    /// @throws IllegalArgumentException if there is no such shard
    public OutputPlace {
        if (shards < 1 || shards > 1 << 16 || shard < 0 || shard >= shards) {
            throw new IllegalArgumentException("no shard " + shard + " of " + shards);
        }
    }

    boolean has(Bytes32 source) {
        return shardOf(source) == shard;
    }

    boolean hasBucket(int bucket) {
        return RailAccount.shardOf(bucket, shards) == shard;
    }

    /// The authority's shard that has the outputs of a source.
    public int shardOf(Bytes32 source) {
        return RailAccount.shardOf(OutputId.bucketOf(source), shards);
    }

    /// The shard that coordinates a transaction: that of its lowest input.
    public int coordinatorOf(OutputTransaction transaction) {
        return shardOf(lowest(transaction));
    }

    boolean coordinates(OutputTransaction transaction) {
        return coordinatorOf(transaction) == shard;
    }

    private static Bytes32 lowest(OutputTransaction transaction) {
        return transaction.inputs().getFirst().id().source();
    }

    /// The other shards of its inputs, ascending as the ids do.
    List<Integer> otherShards(OutputTransaction transaction) {
        return transaction.inputs().stream()
                .map(input -> shardOf(input.id().source()))
                .distinct()
                .filter(other -> other != shard)
                .toList();
    }

    List<SpentOutput> ours(OutputTransaction transaction) {
        return transaction.inputs().stream()
                .filter(input -> has(input.id().source()))
                .toList();
    }

    /// As a window names it: by the bucket of its coordinator, so that a reader's right shard looks for it.
    public static ExecutedOrder named(OutputTransaction transaction) {
        return new ExecutedOrder(OutputId.bucketOf(lowest(transaction)), transaction.id());
    }
}
