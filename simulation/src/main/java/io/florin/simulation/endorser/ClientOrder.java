package io.florin.simulation.endorser;

import io.florin.ledger.client.Submission;
import java.util.List;

/// Transactions that a client submits together.
///
/// @param atMicros when, virtual, from the beginning
public record ClientOrder(long atMicros, List<Submission> submissions) {
    public ClientOrder {
        submissions = List.copyOf(submissions);
    }
}
