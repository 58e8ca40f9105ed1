package io.florin.instant.authority.adapter;

import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;

/// State of a shard. Of an authority at rest, whose shards have told each other everything (`unacknowledged` is 0
/// everywhere), held + pending + left − ahead, summed over its shards, is what was deposited.
///
/// @param height of the ledger, up to which its blocks are in the state
/// @param stateHash over everything that later answers depend on; a replay of the journal gives the same
/// @param executed payments that are executed here
/// @param executedHash over their ids; two authorities with as many shards that executed the same have the same
/// @param held what accounts may spend, or unspent outputs
/// @param pending credits that are not known to be final here
/// @param left what went to owners of the ledger
/// @param ahead credits, or outputs spent, before their making is executed here
/// @param deposited from the ledger
/// @param windows of its own that it has closed
/// @param unacknowledged notices for other shards
public record ShardReport(
        long height,
        Bytes32 stateHash,
        int executed,
        Bytes32 executedHash,
        Amount held,
        Amount pending,
        Amount left,
        Amount ahead,
        Amount deposited,
        long windows,
        int unacknowledged) {}
