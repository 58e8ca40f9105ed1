package io.florin.instant.output;

import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.rail.RailAccount;
import java.util.Optional;

/// An output as one authority sees it.
///
/// @param isFinal whether its owner may spend it, as far as what made it goes
/// @param heldFor the transaction that has, or is about to get, this authority's vote on it
/// @param spentBy the transaction executed here that spends it
public record OutputView(
        RailAccount owner, Amount value, boolean isFinal, Optional<Bytes32> heldFor, Optional<Bytes32> spentBy) {}
