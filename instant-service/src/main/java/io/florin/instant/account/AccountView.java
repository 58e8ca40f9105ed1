package io.florin.instant.account;

import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import java.util.List;
import java.util.Optional;

/// An account as one authority sees it.
///
/// @param balance what its owner may spend
/// @param pending credits that are not known to be final here
/// @param nextSequence of its next order
/// @param votedFor the order of that sequence that this authority voted for
/// @param waiting an order whose certificate waits
/// @param frozen sequences with a rescue that has no outcome here, ascending
public record AccountView(
        Amount balance,
        Amount pending,
        long nextSequence,
        Optional<Bytes32> votedFor,
        Optional<Bytes32> waiting,
        boolean suspended,
        List<Long> frozen) {

    public AccountView {
        frozen = List.copyOf(frozen);
    }
}
