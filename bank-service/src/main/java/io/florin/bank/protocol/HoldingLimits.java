package io.florin.bank.protocol;

import io.florin.ledger.OwnerKey;
import java.util.Collection;
import java.util.Map;

/// Amounts that wallets may still receive under the holding limits of their tiers.
public interface HoldingLimits {

    /// For those payees that are owners of self-held wallets of this bank's customers: how much each may still receive,
    /// payments from this bank that are under way counted in, whatever address of the owner they name. Other payees are
    /// left out: a custodial wallet's excess is moved to the deposit once it is there, and another bank's wallets are
    /// that bank's affair.
    ///
    /// Takes part in the caller's database transaction, and lets one of them at a time see and use the room.
    Map<OwnerKey, Long> roomOf(Collection<OwnerKey> payees);

    /// Holding of a wallet of this bank, with what this bank's wallets are paying to it, in minor units. Takes part in
    /// the caller's database transaction, and no other that counts room goes on before it ends.
    long heldBy(long wallet);
}
