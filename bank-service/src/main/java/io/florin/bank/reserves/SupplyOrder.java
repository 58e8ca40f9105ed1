package io.florin.bank.reserves;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.SupplyRequest.Direction;
import java.util.Optional;
import java.util.function.Supplier;

/// An order as the loop works on it.
///
/// @param transaction the one under way
/// @param approvalRequest what the auditor is asked with for it; fails where it does not open
record SupplyOrder(
        Bytes32 id,
        Direction direction,
        Amount amount,
        State state,
        Optional<ClientTransaction> transaction,
        Supplier<Bytes> approvalRequest) {

    /// CREATED (recorded here) → REQUESTED (the central bank has it) → APPROVED by its officers → SUBMITTED (on its way
    /// through the ledger) → SETTLED; or REFUSED by the central bank, by its officers, in its time, or as this bank
    /// asked. A redemption whose transaction fails goes back to APPROVED and gets another one.
    enum State {
        CREATED,
        REQUESTED,
        APPROVED,
        SUBMITTED,
        SETTLED,
        REFUSED
    }
}
