package io.florin.instant.ledger;

import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RescueEvidence;
import io.florin.ledger.rail.RescueOutcome;

/// Something in a block that concerns one rail.
public sealed interface RailNews {

    /// Money came to the rail.
    ///
    /// @param key of the deposit's record: a deposit counts once
    record Deposited(Bytes32 key, RailAccount owner, Amount amount) implements RailNews {}

    record RescueBegun(RescueEvidence evidence) implements RailNews {}

    record RescueEnded(RescueOutcome outcome) implements RailNews {}

    /// A committed transaction that no honest endorsers endorse. Nothing comes of it, at no honest authority: what is
    /// wrong with it is in the block, which all of them read.
    ///
    /// @param transaction hex
    record Ignored(String transaction, String why) implements RailNews {}
}
