package io.florin.instant.output;

import io.florin.ledger.Amount;

/// A shard's part of the equation that holds at each authority: what is unspent and what left the rail, less what is
/// spent ahead, and what notices between its shards bring and take, is what was deposited.
///
/// @param unspent outputs made here and not spent
/// @param spentAhead outputs spent whose making is not executed here yet
/// @param left executed outputs to owners of the ledger
/// @param deposited from the ledger
public record OutputTotals(Amount unspent, Amount spentAhead, Amount left, Amount deposited) {}
