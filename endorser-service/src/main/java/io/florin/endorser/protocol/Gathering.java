package io.florin.endorser.protocol;

import java.util.List;

/// Gathers endorsements.
@FunctionalInterface
public interface Gathering {

    /// Waits, with a bound, until each transaction is endorsed or is not going to be.
    ///
    /// @return one outcome for each, in order
    List<Outcome> endorse(List<AcceptedTransaction> transactions);
}
