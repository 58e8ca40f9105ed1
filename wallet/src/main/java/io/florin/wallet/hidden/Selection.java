package io.florin.wallet.hidden;

import io.florin.ledger.Amount;
import java.util.List;

/// What [HiddenSelector] says of an amount.
public sealed interface Selection {

    /// These inputs suffice.
    record Ready(List<OwnedToken> inputs) implements Selection {
        public Ready {
            inputs = List.copyOf(inputs);
        }
    }

    /// The wallet has enough, but in too many tokens: pay these to itself first, wait until the new token is spendable,
    /// and ask again.
    record Merge(List<OwnedToken> inputs) implements Selection {
        public Merge {
            inputs = List.copyOf(inputs);
        }
    }

    /// The wallet does not have enough that it can spend now.
    ///
    /// @param waiting what it has besides, in tokens that are not certified yet
    record Insufficient(Amount spendable, Amount waiting) implements Selection {}
}
