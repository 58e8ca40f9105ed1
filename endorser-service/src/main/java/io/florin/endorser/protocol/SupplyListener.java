package io.florin.endorser.protocol;

import io.florin.ledger.NamespaceId;
import java.util.Set;

/// Wants to know which sets of signers could sign at once.
@FunctionalInterface
public interface SupplyListener {

    /// @param committees all of the key that have something to sign with
    void supplied(NamespaceId namespace, long keyEpoch, Set<Set<Integer>> committees);
}
