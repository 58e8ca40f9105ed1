package io.florin.instant.account;

import io.florin.ledger.Amount;

/// A shard's part of the equation that holds at each authority: the sum over its shards of balances, pending credits
/// and what left the rail, and of credits in notices that are not taken yet, less what is ahead, is what was deposited.
///
/// @param balances what accounts may spend
/// @param pending credits that are not known to be final here
/// @param left executed orders to owners of the ledger
/// @param ahead credits taken from files before the execution of their orders was told here
/// @param deposited from the ledger
public record ShardTotals(Amount balances, Amount pending, Amount left, Amount ahead, Amount deposited) {}
