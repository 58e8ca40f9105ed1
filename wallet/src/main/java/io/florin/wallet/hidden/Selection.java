package io.florin.wallet.hidden;

import io.florin.ledger.Amount;
import java.util.ArrayList;
import java.util.List;

/// Answer of [HiddenSelector] to an amount.
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

        /// Tokens to make of them: one token, unless it were worth more than a token can be. Then one for the amount,
        /// and as many as it takes for the rest, of which the last is change.
        ///
        /// @param valueMax of one token
        public List<Amount> values(Amount amount, Amount valueMax) {
            Amount sum = HiddenSelector.sum(inputs);
            if (!sum.exceeds(valueMax)) {
                return List.of(sum);
            }
            List<Amount> values = new ArrayList<>();
            values.add(amount.exceeds(valueMax) ? valueMax : amount);
            Amount rest = sum.minus(values.getFirst());
            while (rest.exceeds(valueMax)) {
                values.add(valueMax);
                rest = rest.minus(valueMax);
            }
            return List.copyOf(values);
        }
    }

    /// The wallet does not have enough that it can spend now.
    ///
    /// @param waiting what it has besides, in tokens that are not certified yet
    record Insufficient(Amount spendable, Amount waiting) implements Selection {}
}
