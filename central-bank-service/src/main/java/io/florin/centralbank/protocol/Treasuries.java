package io.florin.centralbank.protocol;

import io.florin.crypto.Bytes32;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import java.util.Optional;

/// Owners that supply requests name, by registration's records.
public interface Treasuries {

    /// Whether the records have no gap and are recent.
    boolean isCurrent();

    /// The enrollment of an owner key, in whatever tier; empty when no record names the key.
    Optional<Owner> owner(OwnerKey key);

    /// A bank for people: `bank 2 (Bank of Sample)`, or `bank 2` where no record names it.
    String bank(int participant);

    /// @param treasury whether it is a bank's own treasury
    /// @param standing the worse of the owner's and its bank's
    record Owner(int participant, boolean treasury, Standing standing, Bytes32 noteKey) {}
}
